var e=`# This file defines what is played. When you change it, the number of games and the time beside it change too.
title = "An experiment of my own"
question = "How much does looking further ahead help at Connect Four?"

seed = 2004             # the same seed gives the same games, on any machine
games_per_cell = 200    # 100 pairs: both games of a pair start from one position, with the sides exchanged

[[study]]
name = "depth"
title = "Deeper against shallower"
game = "connect-four"
# Text in braces stands for several texts: here three players meet each opponent.
player = "alpha-beta:depth={2,3,4},eval=runs"
opponent = ["alpha-beta:depth=1,eval=runs", "random"]
openings = { plies = 2 }
`;export{e as OWN_TEXT};