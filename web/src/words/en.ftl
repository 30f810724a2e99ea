### What the client says. A language is a file like this one beside it (see docs/translating.md). Games and the server
### bring their own words; those come as fields, in the reader's language already.
###
### Signs that stay as they are: { $field }, **strong words**, and [[key:Esc]], a key of the keyboard, whose name may be
### translated.

## Everywhere

you = You
# "You" inside a sentence: "Bolt took 2 from you."
you-inside = you
# Before what belongs to the reader, at the beginning of a sentence and inside it: "Your base".
your = Your
your-inside = your
# Before what belongs to somebody else: "Ada’s base".
owner = { $name }’s
# Who has no name yet, in seat number $n.
seat-number = Seat { $n }
# Who plays a seat: a bot in place of its person.
bot-for = { $bot } for { $name }
bot-for-you = { $bot } for you
# Names in a row: "Ada, Ben and Cleo" is list-last of list-next of the first two.
list-next = { $first }, { $next }
list-last = { $first } and { $last }
seconds = { $n } s
minutes = { $n } min
close = Close
rules = Rules
log = Log
menu = Menu
to-lobby = To the lobby
# A link in the header; the name of the program is not translated.
brand = Cogtable, to the lobby
# A seat that waits for somebody, and who sits there.
a-friend = A friend
bot = bot
away = away
# The strengths of bots, the weakest first; $name is one that is not listed.
bot-level =
    { $bot ->
        [random] Random
        [greedy] Greedy
        [easy] Easy
        [medium] Medium
        [hard] Hard
        [expert] Expert
       *[other] { $name }
    }
# A picture that stands in a sentence without a word, as a screen reader says it; $name is one that is not listed.
picture =
    { $picture ->
        [white] white
        [blue] blue
        [green] green
        [red] red
        [black] black
        [gold] gold
        [yellow] yellow
        [orange] orange
        [purple] purple
        [gray] gray
        [teal] teal
        [pink] pink
        [brown] brown
        [slate] slate
        [lit] lit
        [brass] brass
        [battery] battery
        [battery-spent] battery spent
        [ellipsis] ellipsis
        [crown] crown
        [cards] cards
        [card] card
        [coin] coin
        [heart] heart
        [gear] gear
        [burst] burst
        [star] star
        [shield] shield
        [bolt] bolt
        [swords] swords
        [wrench] wrench
        [shovel] shovel
        [pick] pick
        [hammer] hammer
        [saw] saw
        [chainsaw] chainsaw
        [drill] drill
        [torch] torch
        [ember] ember
        [blasters] blasters
        [hand] hand
        [bag] bag
        [cell] cell
        [quill] quill
        [claw] claw
        [fist] fist
        [boot] boot
        [repair] repair
        [page] page
        [plug] plug
        [home] home
        [skull] skull
        [flag] flag
        [first] first
        [destroyed] destroyed
        [removed] removed
        [cut-off] cut off
        [yashichi] yashichi
        [square] square
        [circle] circle
        [round] round
        [hexagon] hexagon
        [diamond] diamond
        [token] token
        [tokens] tokens
        [cube] cube
        [clock] clock
        [lock] lock
        [trophy] trophy
        [check] check
       *[other] { $name }
    }

## When the server fails

no-answer = The server does not answer. Is it running?
# $status is a number of the web, such as 502.
server-refused = The server refused ({ $status }).
not-connected = Not connected just now: try again in a moment.
not-stored = The server cannot store your move just now. It will be sent again.

## Lobby

lobby-rules = Rules of { $game }
lobby-light-theme = Light theme
lobby-dark-theme = Dark theme
lobby-your-name = You are { $name }: change your name
lobby-enter-name = Enter your name
lobby-choose-game = Choose a game
lobby-continue = Continue
lobby-open-tables = Open tables
lobby-looking = { $n } looking for players
lobby-seats-taken = { $taken } of { $all } seats
lobby-join = Join
lobby-none-open = No table is looking for players just now.
lobby-live = Games to watch
lobby-watch = Watch
# How many spectators a game has.
lobby-watching = { $n } watching
# The state of a table at which the reader has a seat.
lobby-your-turn = Your turn
lobby-over = Over
lobby-open = Open
lobby-bot-plays = { $bot } plays for you
lobby-to-play = { $name } to play
lobby-others-to-play = Others to play
# Below the name of a table's game: who else plays there, and how long ago it was set up.
lobby-table = { $others } · set up { $ago }
lobby-nobody-else = Nobody else yet
lobby-just-now = just now
lobby-minutes-ago = { $n } min ago
lobby-hours-ago = { $n } h ago
lobby-days-ago =
    { $n ->
        [one] { $n } day ago
       *[other] { $n } days ago
    }
# How many play a game, after the numbers "2–4"; heard, not seen.
game-players = players

## Lobby: a new table

new-title = A new { $game } table
new-seats-taken = { $taken } of { $all } seats
new-you = You
new-a-bot = A bot
# The answers to "Who sits in seat 2".
new-friend = Friend
new-bot = Bot
new-empty = Empty
# Somebody else who plays at the same device, handed from one to the other.
new-here = Here
new-someone = Someone
new-same-device = at this device
new-name = Name
new-name-of = Name of the player in seat { $n }
# What people may say to each other at the table, and the answers.
new-chat = Chat
new-chat-all = On
new-chat-ready = Ready answers
new-chat-off = Off
# Beside "A friend", and beside a seat that nobody takes.
new-joins-by-link = joins by link
new-left-out = left out
new-who-sits = Who sits in seat { $n }
new-which-bot = Which bot
new-less = Less: { $option }
new-more = More: { $option }
# An option and its value, where it is not the usual one.
new-option = { $option }: { $value }
new-listed = Show in open tables
new-watched = Others may watch: list the game in the lobby
new-options = Options
# Beside "Options": none of them was changed.
new-as-usual = defaults
new-watch =
    { $n ->
        [one] Watch { $n } bot play
       *[other] Watch { $n } bots play
    }
new-needs-seats =
    { $n ->
        [one] { $game } needs { $n } seat
       *[other] { $game } needs { $n } seats
    }
new-open = Open the table
new-leaving = When someone leaves
# The answers to "When someone leaves".
new-leaving-wait = Wait
new-leaving-bot = A bot takes over
new-leaving-which = Which bot takes over
new-leaving-after = After how long
new-replacing = Others may take their seat
new-replacing-why = Whoever opens the link can go on for somebody who has resigned or has been away for five minutes, and sees what they saw. Turn it on only if you know who has the link.
# $time is "15 s" or "5 min".
new-leaving-time = after { $time }

## A name is asked for

name-title = Your name
name-question = What should the others call you?
name-done = OK

## Table: before it begins

gather-bot-level = bot · { $level }
gather-here = is here
gather-away = is away
gather-first = plays first
gather-who = Who is here
gather-ready = ready
gather-free-seat = Free seat
gather-joins = joins by link
gather-opened-now = Someone opened the link just now
gather-opened = Someone opened the link { $n } min ago
# What a friend sees who opens the link; $names are one or more.
gather-invited = { $names } invites you to { $game }
gather-take = Take a seat at { $game }
gather-no-account = No account, no download: your name is enough.
# $bot is the strength of a bot; $time is "15 s" or "5 min".
gather-takeover = When someone leaves, a bot ({ $bot }) takes over after { $time }.
gather-replacing = Whoever opens the link can take the seat of somebody who has been away for five minutes.
# The maker of the table gives a seat that is still free to a bot, or opens one where somebody sits.
gather-bot-plays = Let a bot play
# The maker of the table opens a seat where somebody sits.
gather-open = Remove
gather-open-heard = Remove { $name } from the table
# The lesson of the game, to be played while one waits for the others; its heading is lesson-learn.
gather-lesson = Play a first round with Cog while you wait. We call you when the game begins, and the lesson is kept.
gather-lesson-start = Start the lesson
gather-lesson-on = Go on with the lesson
# During that lesson, when everybody has sat down at the other table.
gather-begins = Everybody is here: your game has begun.
gather-begins-yours = Your game has begun, and it is your turn.
gather-go = Go to the game
gather-back = Back to the waiting room
gather-your-name = Your name
gather-join = Join
copied = Copied
copy-link = Copy link
invite-title = Invite a friend to { $game }
invite-send = Send the link. Whoever opens it can take a free seat. No account, no download.
invite-network = Everyone on your network can open this link.
invite-anyone = Everyone who has this link can open it.
invite-near = In the same room?
invite-camera = Point a phone camera at the code. The table opens in the browser.
# Opens the system's own sheet for sharing.
invite-share = Share…
invite-large = Show it large
invite-code = The link as a QR code
# Amber: nobody else can open the link. What comes after it is one of the next two.
invite-machine = Only this computer can open the link.
# Before the option "--host 0.0.0.0".
invite-start = To let friends on your network in, start Cogtable with
invite-elsewhere = Open this page by an address that others use too, and the link will work for them.
invite-command = Copy the command
# Above a link that the reader has to copy by hand.
copy-by-hand = Copy this link:

## Table: what is happening

table-missing = There is no such table
table-missing-why = It may have been removed, or the link may be incomplete.
table-again = A new table is ready with the same players.
table-go-to-new = Go to the new table
table-play-again = Play again
# Puts a notice of the server away.
table-notice-read = Got it
table-setting = Setting the table…
table-silent = The server does not answer. Trying again…
# $why is a sentence of the server without its full stop.
table-unready = { $why }. Trying again…
table-dismiss = Dismiss
# In the title of the browser's window.
table-your-turn-title = ● Your turn
table-sound = Sound
table-sound-on = Sound on
table-sound-off = Sound off
# Whose turn it is, in the header.
turn-not-ready = Not ready yet
turn-no-connection = No connection
turn-sending = Sending…
turn-waiting-friends =
    { $n ->
        [one] Waiting for { $n } friend
       *[other] Waiting for { $n } friends
    }
turn-after-move = After move { $n }
turn-over = Game over
turn-yours = Your turn
turn-yours-too = Your turn too
turn-waiting = Waiting for { $n }
turn-moment = One moment
turn-away = { $name } is away
turn-of = { $name }’s turn
turn-silent = The server does not answer. The page keeps trying.
# Heard when something changes.
heard-over = The game is over
heard-to-play = { $names } to play
heard-no-connection = No connection. Trying again.
heard-sending = Sending your move.
heard-connected = The connection is back.
# A player's name with what they are, where their things lie.
seat-free = free seat
seat-bot-level = bot · { $level }
seat-bot-plays = { $bot } plays
seat-look = Look at { $name }
# Why a bot thought less than it should, and in one word where room is short.
seat-short =
    { $why ->
        [warming] warming up
       *[busy] in a hurry
    }
seat-shorter =
    { $why ->
        [warming] warming
       *[busy] hurried
    }
seat-short-title = This bot thought less about its last move than it usually does.
# The state of a piece, heard after its name.
piece-chosen = chosen
piece-chosen-times =
    { $n ->
        [one] chosen { $n } time
       *[other] chosen { $n } times
    }
piece-not-now = cannot be chosen now
piece-secret = only you see it
# What a player put on a piece.
piece-mark = { $name }: { $words }
# Below a pile that shows how many cards it has.
pile-left = left
goal-met = met
empty-drawer = Nothing here yet.
log-newest = newest first
log-moves = Moves, newest first
# Buttons that choose whose lines the log shows.
log-whose = Whose lines
log-all = All
rounds = Rounds
# Whose turn it was, is or will be.
turns-of =
    { $state ->
        [done] { $name }: had their turn
        [now] { $name }: playing now
       *[next] { $name }: to come
    }
# How many effects wait for one another.
stack-open = { $n } open
# A step of a turn, heard after its name.
step-state =
    { $state ->
        [done] done
        [now] now
       *[next] to come
    }
track = { $value } of { $high }
track-preview = { $value } of { $high }, would be { $preview }

## Table: choosing

choose-watching = What is happening
choose-yours = Your choices
choose-bot-plays = { $bot } plays for you.
choose-bot-plays-why = { $bot } plays for you. “I am back” gives you your seat back.
choose-watching-why = You are watching: only those who play can choose.
choose-sending = Sending your move…
choose-sent-later = Your move is kept here and goes out as soon as you are back online.
choose-clear = Clear
choose-of = { $n } of { $all } chosen
choose-back = I am back
choose-all = All moves
# Shows at once what others have played.
choose-skip = Skip
choose-skip-key = Skip (S)
# A move planned before it is the reader's turn: $move in words.
plan-kept = Planned for your turn: { $move }
plan-ready = Plan this for your turn?
plan-more = Planning your turn: touch what else belongs to it.
plan-back = Take back
plan-gone = The move you planned is not possible any more.
# Of a piece that belongs to the planned move, for screen readers.
plan-piece = planned
choose-all-of = { $all } ({ $n })
choose-all-heard = All moves, { $n }
choose-none = There is nothing for you to choose now.
result-winner = Winner
rules-page = Open as a page
rules-opening = Opening the rules…

## Rules and signs

rules-all = All rules
rules-sections = Sections of the rules
# A link to a rule; $rule is its number.
rules-number = Rule { $rule }
# On a picture in the rules whose move was played: shows it as it was before.
rules-back = Once more
signs = Signs
signs-none = This game explains no signs of its own.
# Opens what a piece says and what its signs mean.
piece-about = What is this?
piece-signs = Signs on it
signs-all = All signs
## Table: chat

chat = Chat
chat-newest = newest last
chat-unread =
    { $n ->
        [one] { $n } new message
       *[other] { $n } new messages
    }
chat-open-unread =
    { $n ->
        [one] Chat, { $n } new message
       *[other] Chat, { $n } new messages
    }
# In the field where one writes; $names are those who read it.
chat-write = Write to { $names }
chat-write-anybody = Write to the table
chat-write-watchers = Write to those who watch
chat-send = Send
chat-left =
    { $n ->
        [one] { $n } character left
       *[other] { $n } characters left
    }
chat-first = Say hello. Nobody has written anything yet.
chat-watchers-first = Only those who watch read this. When the game is over, everybody does.
chat-answers = Ready answers
chat-ready =
    { $answer ->
        [sure] Sure!
        [well-played] Well played
       *[moment] One moment
    }
chat-react = React to this move
# One word that somebody puts on a move.
chat-word =
    { $word ->
        [nice] Nice!
        [wow] Wow!
       *[ouch] Ouch!
    }
# Heard, and beside the word when it is pointed at: "Ada on this move: Nice!"
chat-reacted = { $name } on this move: { $word }
# A spectator's name.
chat-watcher = { $name }, watching
# The picture of an author, which leads to muting them.
chat-about = About { $name }
chat-mute = Mute { $name }
chat-muted = { $name } is muted.
chat-unmute = Show
heard-chat = { $name } says: { $text }

## Table: several people at one device

pass-on = Pass the device to { $name }
pass-why = What only { $name } may see comes when you touch the button.
pass-here = I am { $name }

## Table: hint

hint = Hint
hint-key = Hint (h)
# $move is what a button of the table says, such as "Take 2 green"; Expert is a bot.
hint-best = Expert would **{ $move }** ({ $chance } to win)
hint-next = Next best: { $moves }
hint-move = { $move } ({ $chance })
hint-moves = { $first }; { $next }
hint-short =
    { $why ->
        [warming] A quick thought: the server is still warming up for this game.
       *[busy] A quick thought: many tables are waiting for the server.
    }
hint-chances = Chances of winning now
hint-thinking = Thinking…
hint-close = Close the hint

## Table: taking back

undo = Undo
undo-key = Undo (u)
undo-asks = { $name } asks to take a move back
# Before what happened since that move: "Goes back: Ada took 2 red · You bought a card".
undo-goes-back = Goes back:
undo-and-more = { $n } more
# The move had turned up a card, or shown a hand.
undo-seen = Something hidden was shown.
undo-no = No
undo-allow = Allow
# $names have not answered yet.
undo-asked = Asked { $names }…
undo-withdraw = Withdraw
undo-refused = { $name } would rather play on.
turn-asks = { $name } asks

## Table: leaving

resign = Resign
# What happens then: the game ends, the seat drops out, or a bot plays on.
resign-sure =
    { $then ->
        [end] If you resign, the game ends and you are placed last.
        [out] If you resign, the others play on without you. You are placed last and cannot come back.
       *[bot] If you resign, a bot plays on for you, and you cannot come back.
    }
resign-not = Keep playing
# $bot is the name of a bot.
resigned-bot-plays = You have resigned; { $bot } plays for you.
# The reader's seat is out of the game.
resigned-out = You have resigned. The others play on without you.
# On the seat of somebody who has dropped out.
seat-left = left
end-offer = Offer to end the game
end-asks = { $name } offers to end the game
end-means = Nobody would win or lose it. Play a move to go on.
end-agree = Agree
# $name has left; the reader only watches.
seat-free-for-you = { $name } is gone, and you can take their seat.
seat-take = Take the seat

## Table: menu

menu-theme = Theme
menu-dark = Dark
menu-light = Light
menu-system = System
menu-pace = How fast bots seem to think
menu-pace-short = Pace
menu-instant = Instant
menu-quick = Quick
menu-unhurried = Unhurried
menu-at-once = Play at once when one move is left
menu-bot = Let a bot play for me
menu-watch-link = Copy a link to watch
menu-seat-link = Copy my seat’s link, for another device
menu-seat-copied = Copied: keep it to yourself
menu-leave = Leave to the lobby
menu-watching = { $n } watching

## Without a connection

offline-again = Trying again in { $n } s
offline-trying = Trying again…
offline-now = Try now
offline-over = Back online
# Takes back a move that could not be sent yet.
offline-take-back = Take back
# The page that is shown when there is no connection at all.
offline-title = The table waits for you
offline-kept = There is no connection to the server just now. Your seat is kept, and so is every move that you have made.
offline-back = This page opens the table by itself as soon as the server answers.

## Table: sound

sound-switch = Sound
sound-volume = Volume
sound-calls = Call me when it is my turn, also while I look elsewhere
# Asked once, at somebody's first game.
sound-offer = Play with sound?
sound-offer-short = Sound?
sound-offer-yes = Yes
sound-offer-no = No

## Table: keys and help

help = Help and shortcuts
help-piece = Touch a piece
help-piece-does =
    Begins or continues a choice; touch the last one again, or press the brass button, to play it. A piece that cannot
    be chosen says why.
help-about = Hold a piece, or right-click it
help-about-does = says what it is and what its signs mean.
help-signs = All signs of this game
help-about-key = What the piece in focus is; without one, all signs.
help-player = Touch a player
help-player-does = On a small screen shows all that the player has on the table.
help-arrows-keys = [[key:Tab]] [[key:←]] [[key:↑]] [[key:→]] [[key:↓]]
help-arrows = Move to the pieces and between them; [[key:Enter]] or [[key:Space]] touches.
help-escape-key = [[key:Esc]]
help-escape = Clears what you have chosen.
# Switches the keys below on and off.
help-letters = Single-letter shortcuts
help-skip = Skip the moves of others that are being shown.
help-hint = A hint: what the bot Expert would do, and everybody’s chances.
help-analysis = When the game is over, its analysis; there [[key:←]] [[key:→]] go from move to move.
help-undo = Takes your last move back. If it showed something hidden, or others have played since, they are asked first.
help-moves = All moves that you can make now, as a list.
help-log = The log.
help-chat = The chat, where people play.
help-rules = The rules.
help-help = This help.

## The end of a game

result-title = The game is over
# The pill in the header that brings the result back.
turn-result = Result
ending-away = Put the result away
# The headline, in large letters; $n is a number of points.
ending-win-by = You win by { $n }
ending-wins-by = { $name } wins by { $n }
# $names are those of the other winners.
ending-share-win = You win together with { $names }
ending-scores = { $first } to { $second }
# After a game that was lost by a single point.
ending-close = So close.
# On the piece that the last move was about.
ending-last = last move
ending-decided = What decided it
ending-your-chance = your chance to win
ending-chance-of = { $name }: chance to win
# $when is "Round 33" or "move 65", $words a sentence of the log: "You bought a card".
ending-turning = **{ $when }** · { $words }. Your chance went from { $before } to { $after }.
ending-turning-of = **{ $when }** · { $words }. The chance of { $name } went from { $before } to { $after }.
ending-no-turning = No single move decided it: the chances changed little by little.
# $lead is "Best move" or "Costliest", $words what was played or would have been better.
ending-judged = **{ $lead }: { $when }** · { $words }
ending-best = Best move
ending-costliest = Costliest
# $move is a move in words.
ending-better = Better: { $move }
ending-gain = +{ $gain }
ending-none-costly = No move lost much against the best one.
share = Share
share-replay = Copy a link to the replay
share-move = Copy a link to this move
# Plays a finished game on from a position, against bots.
branch = What if?
branch-from = Play on after move { $n }, against bots
again-question = Another game?
again-asked = You want to play again.
# Others want to play again: $n is how many.
again-others =
    { $n ->
        [one] { $names } wants to play again.
       *[other] { $names } want to play again.
    }
again-turned = The seats turn.
again-starts = The seats turn: { $name } starts.
again-you-start = The seats turn: you start.
# On the button that was "Play again".
again-waiting = Waiting for { $names }

## Replay and analysis of a game that is over

review-somebody = Somebody
review-move = Move { $n }, { $name }: { $move }
review-move-lost = Move { $n }, { $name }: { $move }, lost { $loss }: { $chance } to win, could be { $best }
review-hidden = a hidden move
review-end = The end, after move { $n }
replay = Replay
replay-beginning = To the beginning
replay-back = Previous move
replay-stop = Stop
replay-play = Play
replay-on = Next move
replay-to-end = To the end
replay-move = Move
replay-leave = Back to the end
analysis = Analysis
analysis-leave = Back to the table
analysis-back = Back
analysis-replay = Watch replay
analysis-draw = A draw
analysis-win-together = { $names } win together
analysis-you-win = You win
analysis-wins = { $name } wins
analysis-nobody-wins = Nobody wins
analysis-chances = Chances of winning
analysis-best-move = best move
analysis-move-played = move played
analysis-warming = Getting the server ready for this game, which happens once…
analysis-running = Analysing…
analysis-positions = Positions analysed
analysis-progress = { $n } of { $total }
analysis-try-again = Try again
analysis-lost-most = The moves that lost most
analysis-lost-most-of =
    { $n ->
        [1] The move that lost most
        [2] The two moves that lost most
        [3] The three moves that lost most
       *[other] The moves that lost most
    }
analysis-move = move { $n }
# Above the reader's own best and costliest moves, and then those of others that lost most.
analysis-own-first = Your best and your costliest move, and what others lost
analysis-your-best = Your best
analysis-your-costliest = Your costliest
# Chances before and after a good move.
analysis-rose = { $before } to { $after }
analysis-loss = −{ $loss }
analysis-played = Played
analysis-better = Better
analysis-stays-hidden = what stays hidden
analysis-only-they = what only they could see
analysis-could-be = { $chance }, could be { $best }
analysis-none-lost = No move lost { $loss } or more against the best one.
analysis-more-come = They appear as the analysis goes on.
analysis-position = Position
analysis-to-play = Move { $n }, { $name } to play
analysis-you-to-play = Move { $n }, you to play
analysis-end = The end
analysis-key-better = better
analysis-key-played = played
# Beside a move: another one was played here first, and taken back.
analysis-taken-back = a move was taken back here
analysis-see = See it on the table
analysis-moves = Moves
analysis-losses = losses of { $loss } or more
chart-chances = Chances of winning, move by move
chart-moves = moves

## The gallery, for those who make games

gallery = Gallery
gallery-about = Everything that a table can show, beside the lines of Python that make it.
gallery-lines = The lines of Python

## The lesson

# The name of the bubble, for screen readers, and what they say of a step: $n of $all.
lesson-coach = Cog, your coach
lesson-heard = Step { $n } of { $all }. { $words }
# Beside the name of the game, and on a narrow screen.
lesson-at-table = First game · step { $n } of { $all }
lesson-step = Step { $n } of { $all }
lesson-of = { $n } of { $all }
# The buttons: the next step, the previous one, leave for the lobby, and from the last step into the game.
lesson-go-on = Go on
lesson-play-on = Play on
lesson-back = Back
lesson-skip = Skip the lesson
lesson-skip-short = Skip
# After three touches elsewhere: plays what the coach means.
lesson-show = Show me
# On a piece that was touched too early, and what the coach says about it; $piece is its name.
lesson-later = later
lesson-not-yet = Not yet: { $piece }. First touch what glows.
lesson-not-this = That comes later. First touch what glows.
lesson-read-on = Good that you look around. Touch Go on when you have read this.
# In the lobby: on a game that this person has not played, on the button below it, and at a lesson that was begun.
lesson-new-to-you = New to you
lesson-learn = Learn it in 5 minutes
lesson-learn-heard = Learn it in 5 minutes: { $game }
lesson-continue = Go on with the lesson, step { $n }
