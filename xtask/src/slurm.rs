//! `slurm`: the script of `connect-toe shard slurm` on a real Slurm: a controller and a node on this machine's loopback.
//!
//! Slurm comes from Debian's packages, unpacked in cargo's target directory: nothing is installed, and no administrator is
//! needed. Its daemons run as this user, without authentication, and listen on 127.0.0.1 alone.

use std::fs::{self, File};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::packages::refresh;
use crate::process::{built, output, run, target_directory};

/// What is unpacked: Slurm, the libraries that its plugins load, and what checks scripts.
const PACKAGES: [&str; 7] = [
    "slurmctld",
    "slurmd",
    "slurm-client",
    "slurm-wlm-basic-plugins",
    "libhwloc15",
    "libmunge2",
    "shellcheck",
];

/// Something is wrong if jobs of a second take longer.
const PATIENCE: Duration = Duration::from_secs(180);

/// Takes some seconds, so that a task can be cancelled while it plays.
const EXPERIMENT: &str = r#"
games_per_cell = 600
openings = { plies = 2 }
[[study]]
name = "small"
game = "7x6:4:-2"
player = "alpha-beta:depth={4,5},eval=runs"
opponent = "random"
"#;

/// Plays an experiment as a job array, of which some tasks are cancelled and submitted again, and compares with one
/// machine's results.
pub(crate) fn test() -> Result<()> {
    let unpacked = Unpacked::prepare()?;
    // A folder whose name needs quotes.
    let parent = tempfile::tempdir()?;
    let folder = parent.path().join("it's 100 %");
    fs::create_dir(&folder)?;
    fs::write(folder.join("e.toml"), EXPERIMENT)?;
    let program = built("debug", "connect-toe")?;
    let connect_toe =
        |arguments: &[&str]| output(Command::new(&program).args(arguments).current_dir(&folder));
    connect_toe(&["experiment", "run", "e.toml", "--results", "whole.db", "--quiet"])?;
    let slurm =
        ["shard", "slurm", "e.toml", "--tasks", "3", "--most-at-once", "1", "--out", "job.sh", "--quiet"];
    connect_toe(&slurm)?;
    check_scripts(&unpacked, &folder.join("job.sh"))?;

    let cluster = Cluster::start(&unpacked, &parent.path().join("slurm"))?;
    let submitted = output(cluster.command("bash").arg(folder.join("job.sh")))?;
    let array = submitted.strip_prefix("job ").and_then(|rest| rest.split_once(" plays"));
    let (array, _) = array.with_context(|| format!("the script prints {submitted:?}"))?;
    // One task plays, the others wait.
    cluster.wait_for(|cluster| cluster.has(&format!("{array}_0"), "RUNNING"), "no task runs")?;
    for task in [0, 2] {
        run(cluster.client("scancel").arg(format!("{array}_{task}")))?;
    }
    cluster.wait()?;
    let first = printed_by_merge(&folder, &[])?;
    let again = first.lines().find_map(|line| line.strip_prefix("submit what is missing again: "));
    let again = again.with_context(|| format!("the merge does not say what is missing: {first}"))?;
    ensure!(again.ends_with(" 0,2"), "not the tasks that are missing: {again}");
    let merge = cluster.states("e-merge")?;
    ensure!(merge == ["FAILED"], "{merge:?}");
    run(cluster.command("bash").args(["-c", again]))?;
    cluster.wait()?;
    let second = printed_by_merge(&folder, &[&first])?;
    ensure!(second.contains("has 1200 of 1200 games"), "{second}");
    let export = |results| connect_toe(&["experiment", "export", "e.toml", "--results", results]);
    ensure!(export("e.db")? == export("whole.db")?, "the parts are not the whole");
    println!(
        "slurm: the exports of tasks, two of them cancelled and submitted again, and of one machine are equal"
    );
    Ok(())
}

/// What the merge printed that is not among those known.
fn printed_by_merge(folder: &Path, known: &[&String]) -> Result<String> {
    for entry in fs::read_dir(folder.join("e.parts"))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with("merge-") {
            let text = fs::read_to_string(&path)?;
            if !known.contains(&&text) {
                return Ok(text);
            }
        }
    }
    bail!("no merge has run: see {}", folder.join("e.parts").display())
}

/// Looks at the script, and at the scripts of the jobs in it, with `shellcheck`.
fn check_scripts(unpacked: &Unpacked, script: &Path) -> Result<()> {
    let text = fs::read_to_string(script)?;
    let mut scripts = vec![text.clone()];
    for end in ["END_OF_TASK", "END_OF_MERGE"] {
        let (_, rest) = text.split_once(&format!("<<'{end}'\n")).context("the script has other jobs")?;
        let (job, _) = rest.split_once(&format!("\n{end}\n")).context("a job does not end")?;
        scripts.push(format!("{job}\n"));
    }
    let folder = tempfile::tempdir()?;
    for (number, text) in scripts.iter().enumerate() {
        let path = folder.path().join(format!("{number}.sh"));
        fs::write(&path, text)?;
        run(unpacked.command("usr/bin/shellcheck").arg(path))?;
    }
    Ok(())
}

/// The unpacked packages.
struct Unpacked {
    root: PathBuf,
    libraries: PathBuf,
}

impl Unpacked {
    /// Fetches and unpacks what is not there yet.
    fn prepare() -> Result<Unpacked> {
        let folder = target_directory()?.join("slurm");
        let root = folder.join("root");
        if !root.is_dir() {
            fetch(&folder, &root).with_context(|| {
                format!(
                    "Slurm cannot be fetched: it is tested with Debian's packages {}",
                    PACKAGES.join(", ")
                )
            })?;
        }
        let libraries = fs::read_dir(root.join("usr/lib"))?.filter_map(|entry| Some(entry.ok()?.path()));
        let libraries = libraries.into_iter().find(|path| path.join("slurm-wlm").is_dir());
        let libraries = libraries.with_context(|| format!("{} is not Slurm", root.display()))?;
        Ok(Unpacked { root, libraries })
    }

    /// A program of the packages.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.root.join(program));
        command.env("LD_LIBRARY_PATH", self.library_path());
        command
    }

    /// The path of a daemon, which some versions of the packages call by a longer name.
    fn daemon(&self, name: &str) -> PathBuf {
        let long = self.root.join(format!("usr/sbin/{name}-wlm"));
        if long.exists() { long } else { self.root.join("usr/sbin").join(name) }
    }

    fn plugins(&self) -> PathBuf {
        self.libraries.join("slurm-wlm")
    }

    fn library_path(&self) -> String {
        format!("{}:{}", self.libraries.display(), self.plugins().display())
    }
}

/// Downloads packages into the folder and unpacks them; the unpacked folder has its name when it is whole.
fn fetch(folder: &Path, root: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    let download = || {
        let mut command = Command::new("apt-get");
        run(command.arg("download").args(PACKAGES).current_dir(folder))
    };
    if download().is_err() {
        refresh()?;
        download()?;
    }
    let half = folder.join("half");
    if half.exists() {
        fs::remove_dir_all(&half)?;
    }
    for entry in fs::read_dir(folder)? {
        let package = entry?.path();
        if package.extension().is_some_and(|extension| extension == "deb") {
            run(Command::new("dpkg").arg("-x").arg(package).arg(&half))?;
        }
    }
    fs::rename(half, root)?;
    Ok(())
}

/// A controller and a node, which end with this value.
struct Cluster<'a> {
    unpacked: &'a Unpacked,
    folder: PathBuf,
    daemons: Vec<Child>,
}

impl<'a> Cluster<'a> {
    fn start(unpacked: &'a Unpacked, folder: &Path) -> Result<Cluster<'a>> {
        for name in ["state", "spool"] {
            fs::create_dir_all(folder.join(name))?;
        }
        fs::write(folder.join("slurm.conf"), configuration(unpacked, folder)?)?;
        let mut cluster = Cluster { unpacked, folder: folder.to_owned(), daemons: Vec::new() };
        let step = unpacked.daemon("slurmstepd");
        let controller = cluster.daemon("slurmctld", &[])?;
        cluster.daemons.push(controller);
        let node = cluster.daemon("slurmd", &["-d".as_ref(), step.as_os_str()])?;
        cluster.daemons.push(node);
        let idle = |cluster: &Cluster| {
            let states = cluster.client("sinfo").args(["--noheader", "--format=%t"]).output();
            states.is_ok_and(|states| states.stdout == b"idle\n")
        };
        cluster.wait_for(idle, "its node is not ready")?;
        Ok(cluster)
    }

    fn daemon(&self, name: &str, arguments: &[&std::ffi::OsStr]) -> Result<Child> {
        let log = File::create(self.folder.join(format!("{name}.txt")))?;
        let mut command = Command::new(self.unpacked.daemon(name));
        self.equip(&mut command);
        command.arg("-D").args(arguments);
        command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        command.spawn().with_context(|| format!("cannot start {name}"))
    }

    /// A program with the cluster's programs in its path.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        self.equip(&mut command);
        command
    }

    fn client(&self, program: &str) -> Command {
        let mut command = self.unpacked.command(&format!("usr/bin/{program}"));
        self.equip(&mut command);
        command
    }

    fn equip(&self, command: &mut Command) {
        let path = std::env::var("PATH").unwrap_or_default();
        command
            .env("PATH", format!("{}:{path}", self.unpacked.root.join("usr/bin").display()))
            .env("LD_LIBRARY_PATH", self.unpacked.library_path())
            .env("SLURM_CONF", self.folder.join("slurm.conf"));
    }

    /// Waits until every job has ended.
    fn wait(&self) -> Result<()> {
        let is_over = |cluster: &Cluster| {
            let jobs =
                cluster.client("squeue").args(["--noheader", "--states=PENDING,RUNNING,COMPLETING"]).output();
            jobs.is_ok_and(|jobs| jobs.status.success() && jobs.stdout.is_empty())
        };
        self.wait_for(is_over, "its jobs do not end")
    }

    fn wait_for(&self, is_so: impl Fn(&Cluster<'_>) -> bool, otherwise: &str) -> Result<()> {
        let started = Instant::now();
        while !is_so(self) {
            if started.elapsed() > PATIENCE {
                let log = |name: &str| fs::read_to_string(self.folder.join(name)).unwrap_or_default();
                bail!("Slurm: {otherwise}\n{}{}", log("slurmctld.txt"), log("slurmd.txt"));
            }
            sleep(Duration::from_millis(200));
        }
        Ok(())
    }

    /// Whether a task of an array is in this state.
    fn has(&self, task: &str, state: &str) -> bool {
        let tasks = self.client("squeue").args(["--noheader", "--array", "--format=%i %T"]).output();
        let wanted = format!("{task} {state}");
        tasks.is_ok_and(|tasks| String::from_utf8_lossy(&tasks.stdout).lines().any(|line| line == wanted))
    }

    /// How the jobs with this name ended.
    fn states(&self, name: &str) -> Result<Vec<String>> {
        let mut jobs = self.client("squeue");
        let jobs = output(jobs.args(["--noheader", "--array", "--states=all", "--format=%T %j"]))?;
        let jobs = jobs.lines().filter_map(|line| line.split_once(' '));
        Ok(jobs.filter(|(_, job)| *job == name).map(|(state, _)| state.to_owned()).collect())
    }
}

impl Drop for Cluster<'_> {
    fn drop(&mut self) {
        let user = output(Command::new("id").arg("-u")).unwrap_or_default();
        // What still runs; there is nothing if all went well.
        let _ = self.client("scancel").args(["--user", user.trim()]).status();
        for daemon in &mut self.daemons {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
    }
}

fn configuration(unpacked: &Unpacked, folder: &Path) -> Result<String> {
    let host = fs::read_to_string("/proc/sys/kernel/hostname").context("this machine has no name")?;
    let host = host.trim().split('.').next().unwrap_or_default().to_owned();
    let user = output(Command::new("id").arg("-un")).context("this user has no name")?;
    let (user, folder, plugins) = (user.trim(), folder.display(), unpacked.plugins());
    // Kept open together, so that they differ.
    let ports = [TcpListener::bind("127.0.0.1:0")?, TcpListener::bind("127.0.0.1:0")?];
    let [controller, node] = [ports[0].local_addr()?.port(), ports[1].local_addr()?.port()];
    Ok(format!(
        "ClusterName=loopback
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
SlurmdPort={node}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/none
CredType=cred/none
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
PluginDir={plugins}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmdParameters=config_overrides
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
",
        plugins = plugins.display()
    ))
}
