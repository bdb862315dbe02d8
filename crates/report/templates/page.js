(() => {
const save = (text, type, name) => {
const link = document.createElement("a");
link.href = URL.createObjectURL(new Blob([text], {type}));
link.download = name;
link.click();
setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};
const button = (parent, text, action) => {
const element = document.createElement("button");
element.type = "button";
element.className = "save";
element.textContent = text;
element.onclick = action;
parent.append(element);
};
const light = "svg{" + document.getElementById("palette").dataset.light + ";background:#fff}";
for (const figure of document.querySelectorAll("figure")) {
const drawing = figure.querySelector("svg"), data = figure.querySelector("pre"), bar = figure.querySelector(".under");
if (drawing) button(bar, "SVG", () => {
const copy = drawing.cloneNode(true), style = document.createElementNS(drawing.namespaceURI, "style");
style.textContent = light + document.getElementById("figure-style").textContent;
copy.prepend(style);
save(new XMLSerializer().serializeToString(copy), "image/svg+xml", figure.id + ".svg");
});
if (data) button(bar, "CSV", () => save(data.textContent, "text/csv", figure.id + ".csv"));
}
const field = cell => '"' + cell.textContent.replaceAll("\u202f", "").replaceAll("\u2212", "-").replaceAll('"', '""') + '"';
for (const table of document.querySelectorAll("table")) {
const bar = document.createElement("div");
button(bar, "CSV of this table", () => save([...table.rows].map(row => [...row.cells].map(field).join(",")).join("\n"), "text/csv", table.id + ".csv"));
table.parentNode.after(bar);
}
addEventListener("beforeprint", () => document.querySelectorAll("details.all").forEach(all => all.open = true));
})();
