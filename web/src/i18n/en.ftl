### What the client says. A language is a file like this one beside it (see docs/translating.md). Games and the server
### bring their own words; those come as fields, in the reader's language already.
###
### Markup to keep as it is: { $field }, **strong words**, and [[key:Esc]], a key of the keyboard, whose name may be
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
# Puts a notice of the server away.
notice-read = Got it
# A page, or part of one, could not be loaded: the server has another version by now, or does not answer.
gone =
    { $why ->
        [updated] Cogtable has been improved
       *[unreachable] This could not be loaded
    }
gone-why =
    { $why ->
        [updated]
            { $where ->
                [page] This page is from before that. Load it again to go on: your games are kept, with your last move.
               *[server] This page is from before that. Load it again to go on: your games are kept, with your last move, and no clock ran while the server restarted.
            }
       *[unreachable]
            { $where ->
                [page] It could not be downloaded. Check your connection, then reload the page; your games are safe.
               *[server] The server does not answer. Check your connection, then reload the page; your games are safe.
            }
    }
gone-reload = Load again
gone-later = Not now
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
hours = { $n } h
days =
    { $n ->
        [one] { $n } day
       *[other] { $n } days
    }
close = Close
rules = Rules
log = Log
menu = Menu
# How many seats of a table are taken.
seats-taken = { $taken } of { $all } seats
# Beside "A friend".
joins-by-link = joins by link
your-name = Your name
join = Join
back = Back
skip = Skip
take-back = Take back
# How many spectators a game has.
watching-count = { $n } watching
# $level is "level 2".
bot-with-level = bot · { $level }
to-lobby = To the lobby
# A link in the header; the name of the program is not translated.
brand = Cogtable, to the lobby
# A seat that waits for somebody, and who sits there.
a-friend = A friend
bot = bot
away = away
# The level of a bot, from 1 for the weakest.
bot-level = level { $n }
# A bot with its level.
bot-named = { $name }, level { $level }
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
        [blueprints] blueprints
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
lobby-rules = Rules of { $game }
lobby-light-theme = Light theme
lobby-dark-theme = Dark theme
# The links in the header; on a phone, the tabs at the bottom.
tab-play = Play
tab-daily = Daily
tab-learn = Learn
tab-tournaments = Tournaments
tab-people = People
# The links in the header; heard, not seen.
pages = Pages
# "Play" in the header with a number beside it, heard: games with people in which it is the reader's turn.
tab-waiting =
    { $n ->
        [one] Play, one game waits for you
       *[other] Play, { $n } games wait for you
    }
# Links to the page about the reader.
lobby-you = { $name }: your page
lobby-guest = Sign in
# The same in a page without a server, which has no accounts.
lobby-nameless = Your page
lobby-just-now = just now
lobby-minutes-ago = { $n } min ago
lobby-hours-ago = { $n } h ago
lobby-days-ago =
    { $n ->
        [one] { $n } day ago
       *[other] { $n } days ago
    }
copied = Copied
# Above a link that the reader has to copy by hand.
copy-by-hand = Copy this link:

## When the server fails

no-answer = The server does not answer. Is it running?
# In a page without a server, which consists of files.
no-file = A part of this page could not be loaded. Check your connection.
# $status is a number of the web, such as 502.
server-refused = The server refused ({ $status }).
not-connected = Not connected at the moment. Try again soon.
not-stored = The server cannot store your move at the moment. It will be sent again.
# Reads a part of a page again that could not be loaded.
try-again = Try again

## Lobby

# What this is, to people who see it for the first time; a host can set another line. $n is the number of games.
home-headline =
    { $n ->
        [one] A board game, ready when you are
        [2] Two board games, ready when you are
        [3] Three board games, ready when you are
        [4] Four board games, ready when you are
        [5] Five board games, ready when you are
        [6] Six board games, ready when you are
        [7] Seven board games, ready when you are
       *[other] { $n } board games, ready when you are
    }
home-about =
    { $where ->
        [page] Play bots right in this page, or pass one device round. Free, no account, no ads.
       *[server] Play people or bots right in this page. Free, no account, no ads.
    }
# The bots of the reader's game, on the home page.
home-bots = The bots
home-bots-about = Each has a name, a face and a level. See which ones you have beaten.
home-bots-see = Meet the bots
# The list of all games, and the page; heard, not seen.
home-games = Games
home-title = Play
home-learn = Learn it
home-go-on = Go on, step { $n }
home-go-on-heard = Go on with the lesson of { $game }, step { $n }
# The reader's games that go on, those in which it is the reader's turn first.
home-your-move = Your move
home-one-by-one = Play them one after another
# How many games wait for the reader.
home-games-waiting =
    { $n ->
        [one] one game
       *[other] { $n } games
    }
home-your-games = Your games
# Before the names of those whose turn it is in the reader's other games.
home-waiting-for = Waiting for others:
home-chip = { $names } · { $game }
home-chip-open = { $game }: waiting for players
home-chip-bot = { $game }: { $bot } plays for you
home-chip-nobody = { $game }
# $words says how far the game is: "Round 4".
home-row = { $game } · { $words }
home-all = All { $n }
home-since-yesterday = Since yesterday
home-last-games = Your last games
home-all-games = All your games
# The score of a finished game, the reader's own first: "20 to 17".
home-score = { $mine } to { $others }
home-review = Review
home-review-heard = Review the game of { $game } with { $names }
home-again = Again
home-again-heard = Play { $game } with { $names } again
# How a game ended for the reader, on a small label; in full it is lobby-result.
home-result =
    { $how ->
        [won] Won
        [lost] Lost
        [level] Tied
       *[place] { $n } of { $all }
    }
# People whom the reader follows, and the link to the page of people.
home-here = Here now
home-people = { $n } people
home-all-people = People
# Games of other people that can be watched or joined.
home-now = Happening now
home-quiet = Quiet just now
# $from and $to are times of day: "7 PM".
home-quiet-when = Most people come between { $from } and { $to }, your time. The bots are always in.
home-sit-down = Sit down
home-deal = Today’s deal
home-deal-about = Everybody plays the same cards against the same bot. One try.
home-deal-played =
    { $n ->
        [one] One person has played it
       *[other] { $n } people have played it
    }
home-deal-try = Try it
home-deal-or-puzzle = Or today’s puzzle
home-puzzle = Today’s puzzle
home-puzzle-about = One position from { $game }, the same for everybody. Only one move keeps the win.
home-puzzle-solved = You have solved it. The next one comes at midnight.
home-puzzle-try = Try it
home-puzzle-see = See it again
home-own-people = Bring your own people
home-own-people-about = Open a table and send the link. They tap it and sit down; nothing to install, no account. Or pass one device round the table.
home-own-people-here = Pass one device round the table.
home-open-table = Open a table
home-one-device = On one device
lobby-choose-game = Choose a game
lobby-watch = Watch
# The time that the reader has left, on a clock: "4:05".
lobby-left = { $time } left
# The state of a table at which the reader has a seat.
lobby-your-turn = Your move
lobby-over = Over
# How a game ended for the reader.
lobby-result =
    { $how ->
        [won] You won
        [lost] You lost
        [level] Tied for first
       *[place] Place { $n } of { $all }
    }
# A button: the reader chooses a file with a match, which was downloaded from a finished table.
lobby-match = Open a saved match
lobby-match-drop = Choose the file, or drop it on this page.
lobby-match-big = { $file } is too big for a saved match.
# A sheet before a saved match is opened.
lobby-match-which = Open this match?
lobby-match-about =
    { $game } with { $n } players, { $moves ->
        [one] one move
       *[other] { $moves } moves
    }. You see it from your seat, and bots play on in the others.
lobby-match-seat = Your seat
lobby-match-bots = Bots in the other seats
lobby-match-cancel = Cancel
lobby-match-open = Open
# Shows all games of a list.
lobby-all = Show all { $n }
# Of an open table.
lobby-here =
    { $n ->
        [one] { $names } is here
       *[other] { $names } are here
    }
lobby-away =
    { $n ->
        [one] { $names } is away
       *[other] { $names } are away
    }
lobby-no-clock = No clock
lobby-rated = Rated
# To a guest, who has no rating.
lobby-rated-accounts = Rated among people with accounts
lobby-not-rated = Not rated
# A part of the page could not be read; why, follows.
lobby-failed-games = The games could not be loaded.
lobby-failed-mine = Your games could not be loaded.
lobby-failed-open = The open tables could not be loaded.
lobby-failed-live = The games to watch could not be loaded.
# Before a game in which each move has days.
join-slow = Join this game of { $game }?
join-slow-why = A game like this can take weeks. You do not have to stay on this page: your games are listed in the lobby.
join-not = Not now
# Below the name of a table's game: who else plays there, and how long ago it was set up.
lobby-table = { $others } · set up { $ago }
lobby-nobody-else = Nobody else yet
# How many play a game, after the numbers "2–4"; heard, not seen.
game-players = players
lesson-learn-heard = Learn it in 5 minutes: { $game }

## Learn

learn-title = Learn
learn-about = Lessons for each game, its rules, puzzles, and everything to print. Take a lesson as often as you like.
learn-failed = The games could not be loaded.
learn-lesson-heard = Learn it in 5 minutes: { $game }
# The lesson of a game that this person knows, and the same for screen readers.
lesson-again = Lesson again
lesson-again-heard = Lesson again: { $game }
# An unfinished lesson.
lesson-continue = Go on, step { $n }
lesson-continue-heard = Go on with the lesson of { $game }, step { $n }
# The lessons after a game's first one; how far the reader is in one of them.
learn-more = Play better
learn-more-heard = Play better: lessons of { $game }
learn-more-state =
    { $state ->
        [begun] Go on, step { $n }
        [done] Done · { $all } steps
       *[new] { $all } steps
    }
# How far the reader is in a game's first lesson.
learn-state =
    { $state ->
        [new] Lesson of { $all } steps, about 5 minutes
        [begun] Lesson: { $n } of { $all } steps
        [known] You know this game
       *[none] No lesson
    }
learn-rules = Rules
learn-puzzles = { $n } of { $all } puzzles solved
learn-print = Print and play
learn-bots = Bots
learn-best = Best players
learn-workbench = Change the box
# Links of a game, and one of them, for screen readers.
learn-links = { $game }
learn-link-heard = { $words }: { $game }

## Finished games

history-yours = Your games
history-of = { $name }’s games
history-your-page = Your page
history-page = { $name }’s page
history-failed = The games could not be loaded.
history-download = Download all
history-download-why = One ZIP file with all your finished games as saved matches
history-download-one = Download
history-download-heard = Download the game of { $game } with { $names }
history-review-heard = Review the game of { $game } with { $names }
history-others-why = Games that everybody could watch, and those that you played together.
history-guest-why = The games that this browser knows. With an account, you see your games wherever you sign in.
# The filters of the list, for screen readers.
history-by-result = Result
history-by-game = Game
history-by-company = Players
history-by-seats = Number of players
history-by-rated = Rating
history-by-time = Time
history-result =
    { $result ->
        [won] Won
        [tied] Tied
        [lost] Lost
        [none] No winner
       *[all] All
    }
history-any-game = Any game
history-company =
    { $company ->
        [people] With people
        [bots] With bots only
       *[all] Anybody
    }
history-any-seats = Any number of players
history-seats = { $n } players
history-rated =
    { $rated ->
        [yes] Rated
        [no] Not rated
       *[all] Rated or not
    }
history-any-time = Any time
history-days = Last { $n } days
# Only games with this person; a touch ends the filter.
history-opponent = With { $name }
history-opponent-end = With { $name }: show games with everybody
history-count =
    { $n ->
        [one] { $n } game
       *[other] { $n } games
    }
history-more = Show more
history-none-like-that = No games match these filters.
history-show-all = Show all
history-bot = { $name }, { $level } bot
# The place of a person among several.
history-place = { $place } of { $seats }
history-score = { $first } to { $second }
history-resigned = resigned
history-ended-early = ended early
history-no-clock = no clock
# A rating before and after a game.
history-rating = { $before } → { $after }
history-not-rated = not rated

## Keepsakes

keepsakes-title = Keepsakes
keepsakes-about = Small things worth remembering. They count for nothing and never expire.
keepsakes-failed = The keepsakes could not be loaded.
keepsakes-shown = Show them to others on my page
keepsakes-yours = Yours
keepsakes-not-yet = Not yet
keepsakes-of = { $n } of { $all }
keepsakes-all = All your keepsakes
keepsakes-none = None yet. Games that you finish can bring one.
keepsakes-new = New: { $name }.
keepsakes-guest = With an account you get keepsakes: small things about your games that are worth remembering.
keepsakes-guest-do = Create an account

## People

person-since = Joined { $month }
person-last = last game { $ago }
person-failed = This page could not be loaded.
person-games = games
person-won = won
person-with = against people
person-edit = Edit
person-share = Share
person-copied = Link copied
person-hidden = Only you can see this page.
person-none = No finished games yet.
person-ratings = Ratings
person-company = Ratings among people, or against bots
person-among = Among people
person-against = Against bots
person-rated =
    { $n ->
        [one] { $n } rated game
       *[other] { $n } rated games
    }
person-unrated =
    { $n ->
        [one] { $n } game, not rated
       *[other] { $n } games, none rated
    }
# A rating shows after 5 games.
person-few = { $n } of { $all } rated games played. The rating shows after { $all }.
# By how many points a rating rose or fell in the last 30 days: "+12", "−10".
person-month = { $by } this month
# Half the width of the interval in which a rating is with a chance of 95 %.
person-margin = ± { $n }
person-margin-why = With 95 % probability, the rating is within { $margin } points of { $rating }.
# The curve of a rating, for those who do not see it.
person-curve = { $game }: from { $first } ± { $firstmargin } to { $last } ± { $lastmargin } in { $n } games
person-table = Ratings as a table
person-date = Date
person-rating = Rating
person-last-games = Last games
person-all-games = All games
# How often the person of the page wins, by number of players and by seat.
person-how-often = How often you win
person-figures-game = Game
person-players = { $n } players
person-seat = Seat { $n }
person-of-games = { $won } of { $n }
person-points = { $points } points a game, on average.
person-only-you = Only you see this.
person-worth = Worth knowing
person-worth-why = Differences between your games that are hardly chance. Only you see them.
person-more = Show { $n } more
person-review = Review
person-review-heard = Review the game of { $game }, { $when }
# How a game ended for the person of the page.
person-outcome =
    { $outcome ->
        [won] Won
        [tied] Tie
        [lost] Lost
       *[none] Ended
    }
person-scores = { $game }, { $first } to { $second }
person-place = { $game }, place { $place } of { $seats }
person-left = { $game }, resigned
# The other player gave up.
person-left-other = { $game }, the other player resigned
person-agreed = { $game }
person-not-rated = unrated
person-somebody = A player
person-alone = Nobody else
person-bot = { $name }, bot
person-opponents = Plays most with
person-opponents-own = you won, you lost
person-opponents-of = { $name } won, lost
person-met =
    { $n ->
        [one] { $n } game, { $ago }
       *[other] { $n } games, { $ago }
    }
person-duel = { $won } won, { $lost } lost
person-months = Results by month
person-month-heard = { $month }: { $won } won, { $tied } tied, { $lost } lost
best-title = Best players
best-game = Game
best-failed = The list could not be loaded.
best-none = Nobody is listed yet.
best-how = This list shows people with at least { $games } rated games and a rating within ± { $margin }.
best-missing =
    { $n ->
        [one] You need { $n } more rated game to be listed.
       *[other] You need { $n } more rated games to be listed.
    }
best-place = Place
best-name = Name
best-games = Games

## People among themselves

company-title = People
company-open = Open games
company-own = Open one of your own
company-open-failed = The open games could not be loaded.
company-open-none = Open a game yourself: people who come see it here.
# After that: a link to the bots.
company-or-bots = Or play a bot.
company-filters = Which games
# Which open games are shown.
company-filter =
    { $filter ->
        [near] Near my level
        [now] Now
        [days] Over days
        [rated] Rated
       *[all] All games
    }
company-filtered = No open game is like that now.
company-show-all = Show all
company-watch = Watch
company-watch-failed = The games could not be loaded.
company-watch-count = { $n } games are being played
company-watch-do = Watch
company-watch-heard = Watch { $names }
company-bots =
    { $n ->
        [one] one bot
       *[other] { $n } bots
    }
company-margin = ± { $n }
company-is-guest = guest
company-is-new = new here
company-is-here = here now
company-near = Close to yours
company-learning = Learning the game
company-gone = away now
company-sit = Sit down
company-sit-heard = Sit down with { $name }: { $game }
company-follow = You follow
# The same on a phone, with the number of them who are here.
company-follow-here = You follow · { $n } here
# On a phone: which half of the page is shown.
company-parts = Games or people
company-invite = Invite somebody
company-present = { $n } of { $all } are here
company-lists-failed = The people you follow could not be loaded.
company-name = Invite by name
company-ask = Invite
company-ask-heard = Invite { $name }
company-lately = You played lately
company-follow-do = Follow
company-follow-heard = Follow { $name }
company-following = Following
company-seen = Others see that you are here.
company-unseen = Others do not see that you are here, and you do not see them.
company-stay-unseen = Stay unseen
company-be-seen = Be seen again
company-unseen-why = Others do not see when you are here, and you do not see when they are. At a table, everybody there sees who is connected.
company-guest = People you know
company-guest-why = With an account you can follow people, invite them by name, and see when they are here.
company-guest-do = Create an account
company-here = { $n } people are here now.
# Where a person is.
company-where =
    { $state ->
        [here] In the lobby
        [playing] Playing { $game }
        [watching] Watching { $game }
        [waiting] Waiting for players: { $game }
       *[away] Away
    }
company-finishes = finishes { $share } of games
company-invite-title = Invite { $name }
company-invite-do = Invite to a game
company-game = Game
company-when = When
company-when-is =
    { $when ->
        [tonight] Tonight at { $time }
        [days] Over days
       *[now] Now
    }
company-clock = Time control
company-rated-switch = Rated
company-line = One line, if you like
company-send = Send the invitation
# Opens a table, and copies a link to it, for people who have no account here.
company-copy = Copy a link
company-copied = The link is copied. People who open it can sit down at your new table, which is now among your games.
company-sent = { $name } has your invitation. You see the answer here and on your home page.
company-done = Done
company-invitation = Invitation
company-invites = { $name } invites you to { $game }
company-quoted = “{ $line }”
company-answered =
    { $answer ->
        [play] { $name } wants to play
        [later] { $name } says: in an hour
       *[no] { $name } says: not today
    }
# The hour is over that one of the two has asked for.
company-due = It is time: { $game } with { $name }
company-waits = { $name } has not answered yet: { $game }, until { $time }
company-rated = rated
company-at = at { $time }
company-now = now
company-play = Play
company-later = In an hour
company-not-today = Not today
company-to-table = Go to the table
company-withdraw = Withdraw
company-read = OK
company-more = More about { $name }
company-mute = Mute their chat
company-unmute = Unmute their chat
company-block = Block
company-unblock = Unblock
company-block-title = Block { $name }
company-block-why = You aren’t paired, can’t invite or write to each other, and don’t see each other here. A game you are in goes on, without chat between you. { $name } isn’t told.
company-blocked = You have blocked { $name }. You see nothing of each other here.
company-report = Report
company-report-title = Report { $name }
company-report-send = Send
company-reason = What happened?
company-reason-is =
    { $reason ->
        [words] Insulting or hateful words
        [leaves] Leaves games on purpose
        [cheats] Cheats: plays with an engine, or with two accounts
        [name] A name or picture that shouldn’t be here
       *[other] Something else
    }
company-along =
    { $n ->
        [one] Send this line along
       *[other] Send these { $n } lines along
    }
company-show = Show
company-block-too = Block { $name } too
company-who-reads = The people who run this server read it. You will hear what came of it.
company-cancel = Cancel
company-reported = Thank you. The people who run this server will read it, and you will hear here what came of it.
company-heard =
    { $answer ->
        [warning] Your report about { $name }: they were warned.
        [quiet] Your report about { $name }: they can’t write in chats for a week.
        [out] Your report about { $name }: they can’t play here any more.
       *[nothing] Your report about { $name } was read. Nothing was done this time.
    }
company-warned =
    { $answer ->
        [quiet] Other people have reported you. You can’t write in chats for a week.
       *[warning] Other people have reported you. Please keep to good manners here.
    }
company-host-open =
    { $n ->
        [one] A report waits for your answer.
       *[other] { $n } reports wait for your answer.
    }
company-host-go = Read
company-met = You and { $name }
company-met-since =
    { $n ->
        [one] { $n } game since { $month }
       *[other] { $n } games since { $month }
    }
# The link to the list of all common games of the reader and $name.
company-met-all = All
company-met-all-heard = All your games with { $name }
company-you = you
company-key = up: you won · down: { $name } won
company-duel =
    { $outcome ->
        [won] { $game }, { $ago }: you won
        [lost] { $game }, { $ago }: { $name } won
       *[level] { $game }, { $ago }: level
    }
company-score = you won { $won }, { $name } won { $lost }
company-last = Your last game: { $first } to { $second }, { $ago }.
company-last-bare = Your last game: { $ago }.
company-review = Review
company-settings-failed = Your settings could not be loaded.
company-may-invite = Who can invite you
company-may =
    { $who ->
        [follows] People you follow
        [nobody] Nobody
       *[all] Everybody
    }
company-lines = People you don’t follow can add a line to an invitation
company-called = Also send me invitations as notifications
company-blocked-title = Blocked and muted
company-blocked-since =
    { $kind ->
        [mute] Muted since { $date }
       *[block] Blocked since { $date }
    }
company-end = Remove
company-end-heard = Remove { $name } from this list

## Reports, for the host

reports-title = Reports
reports-failed = The reports could not be loaded.
reports-none = No report waits for an answer.
reports-answered = Answered
reports-words = What you add to the answer (both sides read it)
reports-answer =
    { $answer ->
        [warning] Warning
        [quiet] No chat for a week
        [out] Ban
       *[nothing] No action
    }
# Touched a second time, to be sure.
reports-sure = Ban { $name } for good
reports-count =
    { $n ->
        [one] { $n } report
       *[other] { $n } reports from one circle, shown as one
    }
reports-guest = guest
reports-before =
    { $answer ->
        [warning] warned before
        [quiet] had no chat before
        [out] was banned before
       *[nothing] reported before, nothing done
    }
reports-by = { $name }, { $when }
reports-game = { $game }, after { $n } moves

## The reader's page

you-title = You
you-guest = Guest
you-as-guest = Guest
# $month is "March 2026".
you-since = Joined { $month }
you-rename = Change name
you-name = Enter a name
you-sign-out = Sign out
you-look = Display
# A passkey is what browsers and phones call it; its name in your language is best taken from them.
you-keep-games = Keep your games: create a passkey
you-play-anywhere = Your games on all your devices
you-held =
    { $n ->
        [one] This game is in this browser only.
       *[other] These { $n } games are in this browser only.
    }
you-none-held = Your games stay in the browser you play them in.
you-passkey = A passkey brings your games to all your devices. No email, no password.
you-take =
    { $n ->
        [one] Add this game to my account
       *[other] Add these { $n } games to my account
    }
you-sign-up = Create a passkey
you-sign-in = I have one
you-insecure = Passkeys need an address that begins with https. Ask the server’s administrator. You can play without.
you-no-passkeys = This browser cannot use passkeys. You can play without.
you-number = Passkeys do not work at an address that is a number, such as this one. Your games move with you.
you-go-to-name = Go to localhost
you-gives = What a passkey gives you
you-gives-devices = The same games and seats on your phone and computer
you-gives-rating = Ratings, and a page with your results
you-gives-name = A name that no other account has
you-gives-data = A copy of your data, or all of it deleted, whenever you like
you-lost = Lost your passkey?
you-lost-how = Your recovery code signs you in once. You then get a new one.
you-use-code = Use a recovery code
you-code = Recovery code
you-sign-in-code = Sign in
you-code-title = Your recovery code
you-code-why = You can sign in with it if you lose your passkeys. It is shown only now: write it down, or keep it with your passwords.
you-code-copy = Copy
you-code-kept = I have kept it
you-held-title = Played here as a guest
you-claim = Add to my account
you-passkeys = Passkeys
# $ago is "5 min ago".
you-passkey-used = Used { $ago }
# $host is the name of a server, such as "play.example.org".
you-passkey-elsewhere = For { $host }
you-remove = Remove
# $device is "Firefox on Linux".
you-remove-passkey = Remove the passkey of { $device }
you-add-passkey = Add a passkey
you-cannot-add = You cannot add a passkey at this address, or in this browser.
you-sessions = Signed in on
you-here = Here, now
you-seen = Last seen { $ago }
you-end = Sign out
you-end-session = Sign out on { $device }
you-recovery = Recovery code
you-recovery-why = Use it if you lose all your passkeys. A new code replaces the old one.
you-new-code = Create a new code
you-data = Your data
you-data-what =
    { $n ->
        [0] Your name, your passkeys and where you are signed in.
        [one] Your name, your passkeys, where you are signed in, and what you played and wrote at one table.
       *[other] Your name, your passkeys, where you are signed in, and what you played and wrote at { $n } tables.
    }
you-export = Download
you-delete = Delete my account
you-delete-sure = Your passkeys, your name and what you wrote are deleted for good. You resign from games that are not over. Finished games stay for the others, without your name.
you-delete-passkey = Confirm with your passkey.
you-delete-code = Confirm with your recovery code: none of your passkeys works here.
you-profile = Your profile
you-profile-what = Your games, your opponents and your ratings. Anyone who knows your name can see it.
you-profile-open = View profile
you-profile-hide = Hide it from others
you-profile-unnamed = Leave my name out of link previews
you-rest = Nights and vacation
you-rest-what = In games over days outside tournaments, your clock stands still at night and on vacation. The others at the table are told.
you-night = Night
you-night-begin = From
you-night-end = To
you-night-zone = Times are in { $zone }.
you-night-set = Set night
you-night-end-it = No night
you-night-on = From { $begin } to { $end } in { $zone }.
you-night-from = From { $begin } to { $end } in { $zone }, beginning { $when }.
you-night-limits = A night has at most { $hours } hours. New hours hold from the next day on.
you-vacation = Vacation
you-vacation-days = Days
you-vacation-begin = Start vacation
you-vacation-on = You are on vacation until { $when }.
you-vacation-back = End vacation
you-vacation-left =
    { $n ->
        [one] You have { $n } day left this year. A vacation counts in whole days.
       *[other] You have { $n } days left this year. A vacation counts in whole days.
    }
you-delete-not = Keep it
you-delete-really = Delete for good
you-passkey-known = This device already has a passkey for your account.
you-passkey-none = No passkey was chosen.
# $why is the browser's own reason, in English.
you-passkey-failed = The passkey could not be used: { $why }

## Games that wait, and calls

# The page of the games in which it is the reader's turn.
waiting-title = Your move
waiting-count =
    { $n ->
        [one] 1 game is waiting for you
       *[other] { $n } games are waiting for you
    }
waiting-swipe = Swipe to go from one to the next.
waiting-keys = Swipe, or press the arrow keys, to go from one to the next.
waiting-failed = Your games could not be loaded.
waiting-none = No games are waiting for you
waiting-none-why = Games in which it is your turn appear here.
waiting-call = Notify me when it is my turn
# $names are the others at the table.
waiting-with = with { $names }
# $words says how far the game is: "Round 4".
waiting-with-at = with { $names } · { $words }
# Below the time that is left.
waiting-for-move = for this move
waiting-on-clock = on your clock
waiting-no-clock = No clock
waiting-no-clock-why = take your time
waiting-play = Play
# $n of $all games; heard for each of them, and seen below.
waiting-at = { $n } of { $all }
waiting-before = The previous game
waiting-next = The next game
calls-title = Turn notifications
calls-when = Only when others are waiting for you and you are not at the table.
calls-push = Notify me in this browser
calls-push-on = This browser notifies you, even when no page of Cogtable is open.
calls-push-off = A notification comes even when no page of Cogtable is open.
calls-insecure = Notifications need an address that begins with https. Ask the server’s administrator.
calls-browser = This browser cannot show notifications. On an iPhone or iPad, add Cogtable to the home screen first.
calls-denied = Notifications are blocked for this site; allow them in your browser’s settings.
calls-worker-failed = Notifications could not be set up in this browser. Reload this page and try again.
calls-push-failed = Notifications could not be turned on: { $why }
calls-mail = Email
calls-mail-why = One email, and no more until you come back.
calls-mail-account = Emails need an account: create a passkey above.
calls-address = Your email address
calls-mail-ask = Send me the link
calls-mail-asked = We sent a link to { $address }. Open it to confirm that this is your address.
calls-mail-on = Emails go to { $address }.
calls-mail-end = Stop emails
calls-mail-other = Change address
mail-confirm-title = Confirm your address
mail-confirm-why = We will email you when it is your turn and you are not here: one email, and no more until you come back.
mail-confirm = Confirm
mail-confirmed = We will email { $address } when it is your turn.
mail-end-title = Stop emails
mail-end-why = We will no longer email you when it is your turn.
mail-end = Stop emails
mail-ended = { $address } gets no more emails.

## Lobby: Play

play = Play
play-heard = Play { $game }
# The small arrow beside "Play".
play-how = Pace, players and bot: { $game }
play-title = Play { $game }
play-why = Your cards are on the table at once. If someone joins, they can take the bot’s seat.
play-why-days = Your table waits for people, so you don’t have to. Each player has a day for each move.
play-why-page = Your cards are on the table at once. Bots take the other seats.
play-fast = How fast?
play-pace =
    { $pace ->
        [quick] Quick
        [normal] Normal
        [calm] No hurry
       *[days] Over days
    }
# Under the name of the pace. $time is "12 min".
play-pace-each = { $time } each
play-pace-calm = no clock, tonight
play-pace-days = a day a move
# $n is 1 if one to four people wait.
play-waiting =
    { $n ->
        [1] someone waits
       *[other] { $n } waiting
    }
play-players = Players
play-warm = { $name } keeps the seat warm
play-warm-more =
    { $n ->
       *[other] Bots keep { $n } seats warm
    }
play-bot = Bot
# A link to the page of a game's bots.
play-bots = Who the bots are
play-rated = Rated
play-rated-why = With people you then start on fresh cards.
play-rated-clock = A rated game needs a clock.
play-next-time = Next time “Play” does this in one touch.

## The bots

bots-title = The bots
# $n is the number of bots of the game.
bots-about =
    { $n ->
        [one] One bot.
       *[other] { $n } bots, from easy to very hard. Play any of them, in any order.
    }
bots-game = Game
bots-failed = The list of bots could not be loaded.
bots-record-failed = Your games against the bots could not be loaded.
# The list of a game's bots; heard, not seen.
bots-of = The bots of { $game }
bots-level = Level { $n }
# The reader has won more games than the bot.
bots-beaten = Beaten · { $won }–{ $lost }
# The next bot to beat; with the games won and lost against it, if there are any.
bots-next =
    { $played ->
        [yes] Next · { $won }–{ $lost }
       *[no] Next
    }
bots-record = { $won }–{ $lost }
# The reader's record against the bots of their games, on their page.
bots-against = Against bots
bots-beaten-of = { $n } of { $all } beaten
bots-next-named = next: { $name }
bots-play = Play { $name }
# From ratings that were measured in games between the bots.
bots-measured = Measured in games between bots: each finishes ahead of the one below it { $least } to { $most } times in 100.

## Lobby: a new table

new-title = A new { $game } table
new-a-bot = A bot
# The answers to "Who sits in seat 2".
new-friend = A friend, who joins by link
# $bot is "Rivet, level 2".
new-bot = Bot: { $bot }
new-empty = Nobody
# Somebody else who plays at the same device, handed from one to the other.
new-here = Someone at this device
new-name = Name
new-name-of = Name of the player in seat { $n }
# What people may send in the chat of the table, and the answers.
new-chat = Chat
new-chat-all = On
new-chat-off = Off
# On a seat that stays empty, and what can be added.
new-add = Add a player
new-add-whom = friend or bot
# In a page without a server.
new-add-here = person or bot
new-who-sits = Who sits in seat { $n }
new-less = Less: { $option }
new-more = More: { $option }
# An option and its value, where it is not the usual one.
new-option = { $option }: { $value }
new-listed = Show in open tables
new-rated = Rated
# Beside "Rated".
new-rated-why = Changes the ratings of all players with an account.
new-rated-clock = Changes the ratings of all players with an account. Each move has 7 days, unless you choose less.
new-rated-bots = Changes your rating against bots. A hint ends that.
new-rated-device = Not rated: several people play at one device.
new-rated-both = Not rated: people and bots play together.
new-rated-takeover = Not rated: bots may play for people.
new-rated-variant = Not rated: the cards are a variant.
new-watched = List the game in the lobby, so that others can watch
# The same beside "Options", in two or three words.
new-can-watch = others can watch
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
new-replacing-why = Anyone who opens the link can take the seat of a player who has resigned or has been away for five minutes, and sees what they saw. Turn it on only if you know who has the link.
# $time is "15 s" or "5 min".
new-leaving-time = after { $time }
clock = Time control
# The answers to "Time control": as much as one likes, some for the whole game, some days for each move.
clock-none = No limit
clock-live = Live
clock-days = Days
clock-time = How much time
# An entry of the list of times: the reader types it.
clock-own = Other …
clock-own-minutes = Minutes for the game
clock-own-more = Seconds more for each move
clock-own-days = Days for each move
clock-limits-live = Choose 1 to { $most } minutes for the game, and up to { $more } seconds more for each move.
clock-limits-days = Choose 1 to { $most } days for each move.
clock-expired = When someone runs out of time
clock-expired-bot = Out of time: a bot plays on
clock-expired-resign = Out of time: they resign

## Time control

# The time for each move.
clock-each = { $time } for each move
clock-each-days =
    { $n ->
        [one] { $n } day for each move
       *[other] { $n } days for each move
    }
clock-game = { $game } for the game
clock-game-and-move = { $game } + { $move } a move
# $time is that of a clock: "4:05".
clock-left = { $time } left
heard-time = { $time } left
pause = Pause the clocks
# $when is a day and a time with its time zone.
rest-night = It is night for { $name }: their clock stands still until { $when }.
rest-night-yours = Your night: your clock stands still until { $when }.
rest-vacation = { $name } is on vacation: their clock stands still until { $when }.
rest-vacation-yours = You are on vacation: your clock stands still until { $when }.
# Until when the clocks are stopped; $time is that of a clock.
pause-for = Paused for { $name }: { $time } left
pause-yours = Paused for you: { $time } left
pause-go-on = Go on
turn-paused = Paused

## A rated game

rated = Rated
rated-people = This game is rated: it changes the ratings of all players.
rated-bots = This game is rated against bots. A hint ends that.
rated-not = This game is not rated. { $why }

# Asked before a hint is given, or a move taken back.
unrate-ask =
    { $by ->
        [hint] With a hint, this game is no longer rated.
       *[undo] If you take this move back, this game is no longer rated.
    }
unrate-no = Keep it rated
unrate-yes =
    { $by ->
        [hint] Hint
       *[undo] Undo
    }

## A name is asked for

name-question = What should the others call you?
name-done = OK

## Table: before it begins

gather-here = is here
gather-away = is away
gather-first = plays first
gather-who = Who is here
gather-ready = ready
gather-free-seat = Free seat
gather-opened-now = Someone opened the link just now
gather-opened = Someone opened the link { $n } min ago
# What a friend sees who opens the link; $names are $n people.
gather-invited =
    { $n ->
        [one] { $names } invites you to { $game }
       *[other] { $names } invite you to { $game }
    }
gather-take = Take a seat at { $game }
gather-no-account = No account, no download: your name is enough.
# $bot is "Rivet, level 2"; $time is "15 s" or "5 min".
gather-takeover = When someone leaves, a bot ({ $bot }) takes over after { $time }.
gather-replacing = Anyone who opens the link can take the seat of a player who has been away for five minutes.
# The creator of the table fills a free seat with a bot.
gather-bot-plays = Let a bot play
# The creator of the table makes somebody leave a seat, which is free again.
gather-open = Remove
gather-open-heard = Remove { $name } from the table
# The lesson of the game, to be played while one waits for the others; its heading is lesson-learn.
gather-lesson = Play a first round with Cog while you wait. We will let you know when the game begins, and keep your place in the lesson.
gather-lesson-start = Start the lesson
gather-lesson-on = Continue the lesson
copy-link = Copy link
invite-title = Invite a friend to { $game }
invite-send = Send the link. Anyone who opens it can take a free seat. No account, no download.
invite-network = Everyone on your network can open this link.
invite-anyone = Everyone who has this link can open it.
invite-near = In the same room?
invite-camera = Point a phone camera at the code. The table opens in the browser.
# Opens the share sheet of the system.
invite-share = Share…
invite-large = Enlarge
invite-code = The link as a QR code
# A warning: nobody else can open the link. One of the next two messages follows it.
invite-machine = Only this computer can open the link.
# Before the option "--host 0.0.0.0".
invite-start = To let friends on your network in, start Cogtable with
invite-elsewhere = Open this page at an address that others can reach, and the link will work for them.
invite-command = Copy the command
gather-clock = Time control: { $time }.
gather-clock-bot = If a player’s time runs out, a bot takes over.
gather-clock-resign = Running out of time counts as resigning.

## Table: looking for people

seek-looking = Looking for someone
seek-short = Looking · { $time }
seek-long = Nobody yet. I’ll keep looking while you play
seek-found = { $found } of { $wanted } found
# After several declined offers.
seek-rests = Looking again in { $time }
# A person was found.
seek-here = { $name } is here
seek-stop = Stop
seek-warm = { $name } keeps the seat warm
seek-warm-more = { $n } bots keep the seats warm
seek-wants =
    { $n ->
        [one] { $names } wants to play with you
       *[other] { $names } want to play with you
    }
# What is known of a person without a rating.
seek-person =
    { $kind ->
        [guest] Guest
       *[new] New here
    }
seek-rating = { $rating } ± { $margin }
# $words is "Round 4".
seek-where =
    { $whose ->
        [ours] Go on from here ({ $words }), or deal afresh.
       *[theirs] Sit down at their table ({ $words }), or deal afresh.
    }
seek-afresh-only = Start together on fresh cards.
seek-not-now = Not now
seek-afresh = Deal afresh
seek-takes-seat = { $name } takes { $bot }’s seat
seek-sit-down = Sit down
# After our answer; $time are seconds.
seek-waits = Waiting for { $names }: { $time } s
seek-next-turn = The seat changes hands at its next turn.
seek-deals = The cards are being dealt.
seek-with = You play with { $names } now.

## Table: what is happening

# At a table whose player went on with people at another one.
seek-elsewhere = You play with people at another table now.
# On the seat of a bot; $level is "level 2".
seat-warm = { $level }, keeps the seat warm

# At a table where others are to move. $game waits for the reader; $names are the others there.
next-waits = Your turn in { $game } with { $names }
next-go = Next game
table-again = A new table is ready with the same players.
table-go-to-new = Go to the new table
# After the game of a deal of the day.
deal-over = Deal { $n } is over.
deal-scores-go = See the scores
# How hard a puzzle is.
difficulty =
    { $how ->
        [easy] Easy
        [medium] Medium
       *[hard] Hard
    }
# In the header, at the end of a puzzle.
puzzle-over =
    { $state ->
        [solved] Solved
       *[shown] Solution
    }
puzzle-number = Puzzle { $n } of { $all }
table-play-again = Play again
table-setting = Loading the table…
table-disconnected = The server does not answer. Trying again…
table-blocked = The server answers, but the live connection (WebSocket) fails. A proxy in between may be blocking it. Ask the server’s administrator; the server’s log says more.
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
turn-disconnected = The server does not answer. The page keeps trying.
# Heard when something changes.
heard-to-play = { $names } to play
heard-no-connection = No connection. Trying again.
heard-sending = Sending your move.
heard-connected = The connection is back.
# A player's name with what they are, where their things lie.
seat-free = free seat
seat-bot-plays = { $bot } plays
seat-look = Look at { $name }
# Why a bot thought less than it should, in full and where room is short.
seat-short =
    { $why ->
        [warming] quick move: server preparing
       *[busy] quick move: server busy
    }
seat-shorter = quick move
seat-short-title =
    { $why ->
        [warming] This bot had less time than usual for its last move, because the server is still preparing this game.
       *[busy] This bot had less time than usual for its last move, because the server is busy with other tables.
    }
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
# A player's progress in a condition of the end: "16 points: 9 of 16", or "five colours: 4 of 5".
# What a player still lacks for a noble or another set: "2 to go".
progress-left = { $n } to go
progress-all = all there
race-has = { $words }: { $n } of { $of }.
race-more = { $words }: { $n } of { $of }, and { $more } more can still come.
empty-drawer = Nothing here yet.
# Below the name of a switch that hatches cells of the board.
overlay-state =
    { $state ->
        [off] off
        [on] now
        [ahead] after this move
       *[rated] off in rated games
    }
log-newest = newest last
log-moves = Moves, newest last
# Buttons that choose whose lines the log shows.
log-whose = Whose lines to show
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
# During that lesson, when everybody has sat down at the other table.
gather-begins = Everybody is here: your game has begun.
gather-begins-yours = Your game has begun, and it is your turn.
gather-go = Go to the game

## A table that is not there, or is of another version

# An address that leads nowhere.
missing =
    { $what ->
        [table] This table isn’t here
        [game] This game isn’t here
        [puzzle] This puzzle isn’t here
        [deal] This deal isn’t here
        [lesson] This lesson isn’t here
        [person] This person isn’t here
        [tournament] This tournament isn’t here
       *[page] This page doesn’t exist
    }
missing-why =
    { $what ->
        [table] Either the link is incomplete, or the table was put away because nobody had played there for a long time. Ask the person who sent it for a new link.
        [game] This server does not have that game.
        [puzzle] This server does not have that puzzle.
        [deal] Its day has not begun yet, or nobody has played it.
        [lesson] There is no lesson with that name. All lessons are on the page Learn.
        [kept-table] This browser keeps no such game. Games stay in the browser in which they were played.
        [kept-game] This page does not have that game.
        [kept-puzzle] This page does not have that puzzle.
        [kept-lesson] There is no lesson with that name. All lessons are on the page Learn.
        [person] Nobody on this server has that name, or the account was deleted.
        [tournament] The link may be incomplete, or the tournament was removed.
       *[page] Perhaps a letter went missing in the address. Your games and everything else are where they were.
    }
to-games = Go to the games
to-own-games = Your games
table-outdated = This table can no longer be opened
# $why is a sentence of the server without its full stop.
table-outdated-why = { $why }.
table-outdated-going = The game was not over and does not count.
# $place counts from 1, $name is a person or a bot.
table-outdated-place = { $place }. { $name }

## Table: choosing

choose-watching = What is happening
choose-yours = Your choices
choose-bot-plays = { $bot } plays for you.
choose-bot-plays-why = { $bot } plays for you. “I am back” gives you your seat back.
choose-watching-why = You are watching: only players can choose.
choose-sending = Sending your move…
choose-sent-later = Your move is saved here and will be sent as soon as you are back online.
choose-clear = Clear
choose-of = { $n } of { $all } chosen
choose-back = I am back
choose-all = All moves
# Skips the moves of others that are being shown.
choose-skip-key = Skip (S)
# While things act one after another on the stage: keeps the one that is shown, and goes on.
stage-pause = Pause
stage-go-on = Go on
# On a card: whether the reader can pay its price. $n is what they lack, after a picture such as a coin.
face-payable = you can pay
face-lack = { $n } short
# A move planned before the reader's turn; $move is the move in words.
plan-kept = Planned for your turn: { $move }
plan-ready = Plan this for your turn?
plan-more = Planning your turn: touch the rest of your move.
plan-gone = The move you planned is no longer possible.
# A piece of the planned move, for screen readers.
plan-piece = planned
choose-all-of = { $all } ({ $n })
choose-all-heard = { $all }, { $n }
choose-none = There is nothing for you to choose now.
rules-page = Open as a page
rules-opening = Opening the rules…

## Rules and symbols

rules-all = All rules
rules-sections = Sections of the rules
# The link to the page that prints a game, and its heading.
print-game = Print the game
print-title = Print { $game }
# A link to a rule; $rule is its number.
rules-number = Rule { $rule }
# On a picture in the rules, after its move was played: shows the position before it again.
rules-back = Reset
symbols = Symbols
symbols-none = This game has no symbols to explain.
# Opens the sheet about a piece: its text and what its symbols mean.
piece-about = What is this?
piece-symbols = Symbols on it
symbols-all = All symbols

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
# Beside a new message above the table.
chat-read = Read
chat-ready =
    { $answer ->
        [sure] Sure!
        [well-played] Well played
        [hello] Hello!
        [have-fun] Have fun
        [new-here] I’m new
       *[moment] One moment
    }
# A spectator's name.
chat-watcher = { $name }, watching
heard-chat = { $name } says: { $text }
quick-replies = Quick replies

## Table: writing in the chat

# In the text field; $names are the people who will read it.
chat-write = Write to { $names }
chat-write-anybody = Write to the table
chat-write-watchers = Write to the spectators
chat-send = Send
chat-left =
    { $n ->
        [one] { $n } character left
       *[other] { $n } characters left
    }
chat-first = No messages yet. Say hello!
chat-watchers-first = Until the game is over, only spectators can read this.
chat-react = React to this move
# A reaction to a move.
chat-word =
    { $word ->
        [nice] Nice!
        [wow] Wow!
       *[ouch] Ouch!
    }
# The reaction in full, for screen readers and as a tooltip: "Ada on this move: Nice!"
chat-reacted = { $name } on this move: { $word }
# The picture of an author, which opens the button to mute them.
chat-about = About { $name }
chat-mute = Mute { $name }
chat-report = Report { $name }
chat-muted = { $name } is muted.
chat-unmute = Unmute

## Table: several people at one device

pass-on = Pass the device to { $name }
pass-why = Touch the button to show what only { $name } may see.
pass-here = I am { $name }

## Table: hint

hint = Hint
hint-key = Hint (h)

## A hint

# Read out before the move; not visible.
hint-best = Best move found:
# $move is a move in words, such as "take 2 green".
hint-move = **{ $move }**
hint-reasons = Why
hint-chance = Your chance: { $chance }.
hint-next = Next best, { $move }: { $chance }.
hint-show = Show me
hint-thanks = Thanks
hint-short =
    { $why ->
        [warming] This was only a quick look: the server is still preparing this game.
       *[busy] This was only a quick look: the server is busy with other tables.
    }
hint-chances = Chances of winning now
hint-thinking = Thinking…
hint-close = Close the hint

## Table: taking back

undo = Undo
undo-key = Undo (u)
# $names have not answered yet.
undo-asked = Waiting for { $names }…
undo-withdraw = Withdraw
undo-refused = { $name } would rather play on.
turn-asks = { $name } asks

## Table: what others ask for

pause-asks = { $name } asks for a pause
# $time is "5 min" or "7 days".
pause-means = All clocks would stop for at most { $time }.
undo-asks = { $name } asks to take a move back
# Before the log since that move: "This would undo: Ada took 2 red · You bought a card".
undo-goes-back = This would undo:
undo-and-more = { $n } more
# The move turned up a card, or showed a hand.
undo-seen = It revealed something hidden.
undo-no = No
undo-allow = Allow
end-asks = { $name } offers to end the game
end-means = Nobody would win or lose. To go on instead, play a move.
end-agree = Agree

## Table: leaving

resign = Resign
# $bot is the name of a bot.
resigned-bot-plays = You have resigned; { $bot } plays for you.
# The reader's seat is out of the game.
resigned-out = You have resigned. The others play on without you.
# On the seat of somebody who has dropped out.
seat-left = left
# $name has left; the reader only watches.
seat-free-for-you = { $name } is gone, and you can take their seat.
seat-take = Take the seat

## Table: menu

conditional = Conditional moves
conditional-what = Plan your answers to what others may play. The server plays them when it is your turn. Only you see them.
# The label of a line of moves in a list.
conditional-line = Line { $n }
conditional-new = New line
conditional-others = Others
conditional-anything = whatever they play
conditional-choose = Choose a move
conditional-if = If { $name } plays
conditional-then = Then you play
conditional-keep = Keep this line
conditional-again = Start again
conditional-remove = Remove
conditional-your-turn = It is your turn. Plan conditional moves when others decide.
conditional-full = You have { $n } lines, which is the maximum.
conditional-end = The line ends here.
menu-theme = Theme
menu-dark = Dark
menu-light = Light
menu-system = System
menu-larger = Larger text
menu-pace = How long bots seem to think
menu-pace-short = Pace
menu-instant = Instant
menu-quick = Quick
menu-unhurried = Unhurried
menu-at-once = Play automatically when only one move is possible
menu-bots = Bots at this table
menu-bot = Let a bot play for me
menu-watch-link = Copy a link to watch
menu-report = Report { $name }
menu-seat-link = Copy my seat’s link, for another device
menu-seat-copied = Copied: keep it to yourself
menu-download = Download the game
menu-leave = Back to the lobby
pause-ask = Ask for a pause
pause-how-long = For how long, at most?
# What happens then: the game ends, the seat drops out, or a bot plays on.
# $then is what happens next: the game ends, or a bot plays on.
resign-sure =
    { $then ->
        [end] If you resign, the game ends and you are placed last.
        [out] If you resign, the others play on without you. You are placed last and cannot come back.
       *[bot] If you resign, a bot plays on for you, and you cannot come back.
    }
resign-not = Keep playing
end-offer = Offer to end the game
gather-back = Back to the waiting room

## A browser that keeps nothing

unkept-blocked = **Your browser keeps nothing for this page.** You can play, but your seats, your name and your settings are lost when you close or reload it.
unkept-full = **This browser’s storage is full.** You can play, but new seats and settings are lost when you close or reload this page.
# Beside a button that copies a link with the reader's seats.
unkept-way = Your own link brings you back.
unkept-link = Copy my link
unkept-copied = Copied. Keep it to yourself: anyone who has it can play in your place.
unkept-how = How to allow it
unkept-how-to = Allow cookies and site data for this address in your browser’s settings, and leave a private window. Then load this page again.

## Without a connection

offline-again = Trying again in { $n } s
offline-trying = Trying again…
offline-now = Try now
offline-over = Back online
# The page that is shown when there is no connection at all.
offline-title = The table waits for you
offline-kept = There is no connection to the server. Your seat and all your moves are safe.
offline-back = This page opens the table by itself as soon as the server answers.
offline-alone = Play another game on this device

## Table: sound

sound-volume = Volume
sound-calls = Alert me when it is my turn, even in another tab
# Asked once, at a person's first game.
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
help-about-does = Says what it is and what its symbols mean.
help-symbols = All symbols of this game
help-about-key = What the focused piece is; with none in focus, all symbols.
help-player = Touch a player
help-player-does = On a small screen, shows everything that the player has on the table.
help-arrows-keys = [[key:Tab]] [[key:←]] [[key:↑]] [[key:→]] [[key:↓]]
help-arrows = Move to the pieces and between them; [[key:Enter]] or [[key:Space]] touches.
help-escape-key = [[key:Esc]]
help-escape = Clears what you have chosen.
# Switches the keys below on and off.
help-letters = Single-letter shortcuts
help-skip = Skip the moves of others that are being shown.
help-hint = A hint: the best move that a bot finds, and everybody’s chances.
help-analysis = When the game is over, its analysis; there, [[key:←]] [[key:→]] go from move to move.
help-undo = Takes back your last move. If it revealed something hidden, or others have moved since, they are asked first.
help-moves = A list of all moves that you can make now.
help-log = The log.
help-chat = The chat, at tables with other people.
help-rules = The rules.
help-help = This help.
help-next = The next game in which it is your turn, once you have moved here.

## The end of a game

result-title = The game is over
# The pill in the header that opens the result again.
turn-result = Result
# The headline, in large letters; $n is a number of points.
moment-win = You win!
# Below the winner's score, the reader's own.
moment-have = and you have { $n }
ending-win-by = You win by { $n }
ending-wins-by = { $name } wins by { $n }
# $names are those of the other winners.
ending-share-win = You win together with { $names }
ending-scores = { $first } to { $second }
# The tag of the piece that the last move was about.
ending-last = last move
ending-gain = +{ $gain }
share = Share
share-move = Share: copy a link to this move
# Continues a finished game from a position, against bots.
branch = What if?
# Leads from such a game back to the finished one.
branch-back = Back to the finished game
branch-from = What if? Play on after move { $n }, against bots

## The end of a game, told

ending-away = Close the result
# After a game that was lost by a single point.
ending-close = So close.
ending-decided = What decided it
# The headings of the points in that list.
ending-turned = When it turned
ending-next-time = Next time
# A link to a lesson, by its title.
ending-lesson = Lesson: { $title }
ending-your-chance = your chance to win
ending-chance-of = { $name }: chance to win
# $when is "Round 33" or "move 65", $words a sentence of the log: "You bought a card".
ending-turning = **{ $when }** · { $words }. Your chance went from { $before } to { $after }.
ending-turning-of = **{ $when }** · { $words }. The chance of { $name } went from { $before } to { $after }.
ending-no-turning = No single move decided it.
# Somebody gave up, which ended the game. $words say so: "Ben resigned".
ending-early = { $words }. Your chance was { $chance } then.
ending-early-of = { $words }. The chance of { $name } was { $chance } then.
# $lead is "Best move" or "Costliest move", $words is what was played or would have been better.
ending-judged = **{ $lead }: { $when }** · { $words }
ending-best = Best move
ending-costliest = Costliest move
# After a loss: plays on from the costliest move, against bots. $when is its round or turn, such as "Round 15".
ending-retry = Try again: { $when }
# $move is a move in words.
ending-better = Better: { $move }
ending-none-costly = No costly mistakes.
download = Download
share-replay = Share: copy a link to the replay
# In a page without a server, where a link contains the whole game.
share-long = This game is too long for a link. Download it, and send the file.
again-question = Another game?
again-asked = You want to play again.
# Others want to play again: $n is how many.
again-others =
    { $n ->
        [one] { $names } wants to play again.
       *[other] { $names } want to play again.
    }
again-turned = Seats rotate.
again-starts = Seats rotate: { $name } starts.
# After a win against bots: a game against the bot one level up.
again-level-up = Or move up: { $name }, level { $level }
again-you-start = Seats rotate: you start.
# On the button that was "Play again".
again-waiting = Waiting for { $names }
# After a rated game: the new rating, its uncertainty, and by how much it rose or fell.
rated-few = { $n } of { $all } rated games played
rated-now = Rating { $rating } ± { $margin } ({ $by })
result-winner = Winner

## Replay and analysis of a game that is over

ending-tournament = To the tournament
review-somebody = A player
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
analysis-replay = Watch replay
analysis-draw = A draw
analysis-win-together = { $names } win together
analysis-you-win = You win
analysis-wins = { $name } wins
analysis-nobody-wins = Nobody wins
analysis-chances = Chances of winning
# Below the heading of the graph: why its figures differ from those of the moves.
analysis-how = The line is a quick estimate from what spectators knew. Moves are judged by a deeper search from what the player knew, as in a hint.
analysis-best-move = best move
analysis-move-played = move played
analysis-warming = Getting the server ready for this game, which happens once…
analysis-running = Analysing…
analysis-positions = Positions analysed
analysis-progress = { $n } of { $total }
analysis-try-again = Try again
analysis-lost-most = The costliest moves
analysis-lost-most-of =
    { $n ->
        [1] The costliest move
        [2] The two costliest moves
        [3] The three costliest moves
       *[other] The costliest moves
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
# The reasons for the best move, which was played or not.
analysis-why-better = Why it was better
analysis-why-good = Why it was good
analysis-stays-hidden = what stays hidden
analysis-only-they = what only they could see
analysis-could-be = { $chance }, could be { $best }
analysis-none-lost = No move cost { $loss } or more, compared with the best one.
analysis-more-come = They appear as the analysis goes on.
analysis-position = Position
analysis-to-play = Move { $n }, { $name } to play
analysis-stood-in = A bot played this move for { $name }.
analysis-you-to-play = Move { $n }, you to play
analysis-end = The end
analysis-key-better = better
analysis-key-played = played
# Beside a move: another move was played here first and taken back.
analysis-taken-back = a move was taken back here
analysis-see = See it on the table
analysis-moves = Moves
analysis-losses = losses of { $loss } or more
chart-chances = Chances of winning, move by move
chart-moves = moves

## The gallery, for those who make games

gallery = Gallery
gallery-about = Everything that a table can show, with the Python code that makes it.
gallery-lines = Python code

## The lesson

# Beside the name of the game, and on a narrow screen; $title is that of the lesson.
lesson-at-table = { $title } · step { $n } of { $all }
lesson-step = Step { $n } of { $all }
lesson-learn = Learn it in 5 minutes

## The lesson's coach

# For screen readers: the name of the bubble, and what they read out at step $n of $all.
lesson-coach = Cog, your coach
lesson-heard = Step { $n } of { $all }. { $words }
lesson-of = { $n } of { $all }
# The buttons: the next step, the game after the last step, and the lobby.
lesson-go-on = Go on
lesson-play-on = Play on
lesson-skip = Skip the lesson
lesson-leave = Leave the lesson
leave = Leave
# After the last step: the game's next lesson, or all lessons.
lesson-next = Next lesson: { $title }
lesson-all = All lessons
# The questions that a learner may have at a step, for screen readers.
lesson-doubts = Questions
# Offered after three touches elsewhere: plays the move that the coach asks for.
lesson-show = Show me
# The tag of a piece that was touched too early, and what the coach says about it; $piece is its name.
lesson-later = later
lesson-not-yet = Not yet: { $piece }. First touch what glows.
lesson-not-this = That comes later. First touch what glows.
lesson-read-on = Feel free to look around. Touch Go on when you have read this.

## Variants of a game, played with a box of somebody's own

# On the edge of a card that differs.
variant-tag = variant
variant-heard = Variant { $title }: { $words }

# Beside the differences of a variant: opens the page that prints it.
print-it = Print it

## Variants of a game, chosen and told

variant-of = A variant of { $game }.
variant-of-by = A variant of { $game } by { $name }.
# $words are "2 cards differ".
variant-rest = { $words }; everything else is the same.
variant-added = new
variant-removed = left out
variant-more =
    { $n ->
        [one] and { $n } more
       *[other] and { $n } more
    }
variant-everybody = Everybody at the table can see this.
variant-file = Download
# Above the box to play with, in a new table.
variant-choose = Box
variant-own = the game’s own
variant-option = { $title } · { $words }
variant-bring = Bring a box of your own
variant-what = What differs
# To a friend who was invited.
variant-invited = You play { $title }: { $words }.

## The workbench, for those who design games

lab = Workbench
lab-about = Change the box of a game, see its cards, and try it in thousands of games. Which game?
lab-choose = Choose a game
lab-opening = Opening the box…
# The parts of the page on a narrow screen: the box as a table, one card, and the games that are played.
lab-panes = What is shown
lab-pane-table = Box
lab-pane-card = Card
lab-pane-games = Games
# The tabs of the box: its tables, the numbers that belong to no table, and the text of the file.
lab-tables = Tables of the box
lab-tab-of = { $table } { $n }
lab-numbers = Numbers
lab-file = File
lab-find = Find a card
lab-keys = Arrows move, Enter edits, Escape cancels. Shift with arrows selects; paste fills from there.
# The first column, for screen readers; a cell that is being written, in a row and a column.
lab-entry = Entry
lab-cell = { $row }: { $field }
# What stands there in the game’s own box.
lab-was = was { $was }
lab-nothing = nothing
# An entry among all of its table.
lab-number = { $n } of { $all }
lab-restore = Reset { $title }
lab-add = Add an entry
lab-copy = Copy { $title }
lab-remove = Remove { $title }
lab-less = Less { $field }
lab-more = More { $field }
# Over the lines that say what a card does; "does" is the name of the field.
lab-does = What it { $field }
# Line $n of a field, for screen readers, and the buttons that add one and take one out.
lab-line = { $field }, line { $n }
lab-line-new = Add a line
lab-line-out = Take out line { $n }
# On the button that corrects a line; the corrected line follows. The key Tab does the same.
lab-write = Write
lab-tab = Tab
lab-held = The card shows only the lines without mistakes.
lab-operations =
    { $n ->
        [one] What you can write here: { $n } operation
       *[other] What you can write here: { $n } operations
    }
lab-as-they-look = Cards as they look
lab-touch-one = touch one to edit it
lab-no-card = Choose a table to see a card.
# Mistakes: how many, where one is and what, and its line in the file.
lab-mistakes = Mistakes
lab-mistakes-n =
    { $n ->
        [one] { $n } mistake
       *[other] { $n } mistakes
    }
lab-mistake = { $where }: { $reason }
lab-mistake-line = line { $line }: { $words }
lab-file-text = The text of the file
# The file that the box is saved to.
lab-no-file = no file yet
lab-saved = saved
lab-not-saved = not saved yet
lab-save = Save
lab-save-as = Save this box
lab-folder = In { $folder }. The game’s own box is never changed.
# In a page without a server.
lab-download = The box is saved as a download. This browser also keeps your changes. The game’s own box is never changed.
lab-open-file = Open a file
lab-replace = Replace it
lab-undo = Undo
lab-redo = Redo
lab-reset = Reset
lab-reset-all = Reset the whole box?
lab-reset-about = The box becomes the one that the game ships with. You can undo this.
lab-keep-box = Keep it
lab-play-now = Play it now
# The name at the table of somebody who has given none.
lab-designer = Designer
# Games between bots; $n is how many.
lab-games = Games between bots
lab-play = Play { $n } games
lab-begin = Begin
lab-games-about = Bots play the same deals with the game’s own box and with yours. You see the effect of the change as they play.
lab-stop = Stop
lab-seats = Seats
lab-bot = Bots
lab-count = Games
lab-mend-first = Correct the mistakes first: bots cannot play a box that has any.
lab-progress = Deals played
lab-compiling = Compiling the game for this box. The first time, this takes a minute.
lab-deals = { $done } of { $all } deals
lab-who = { $seats } seats, { $bot } bots.
lab-by-page = The games are played in the browser, in the page that began them. If you close it, the server plays the rest.
# In a page without a server: below the settings, and while games are played.
lab-most = This page plays up to { $n } games. The command “cogtable lab” on your computer plays more.
lab-by-this-page = The games are played in this page. If you close it, they end.
lab-left = about { $time } left
lab-stopped = stopped
lab-how =
    { $n ->
        [one] Each deal is played with the game’s own box and with yours.
        [2] Each deal is played with the game’s own box and with yours, and again with the hands exchanged.
       *[other] Each deal is played with the game’s own box and with yours, { $n } times, with the hands passed on.
    }
lab-how-alone =
    { $n ->
        [one] This is the game’s own box, so there is nothing to compare.
       *[other] This is the game’s own box, so there is nothing to compare. Each deal is played { $n } times, with the hands exchanged.
    }
lab-what-changed = What changed beyond noise
lab-figures = The figures
lab-so-far = so far
# The ends of a 95 % interval.
lab-interval = { $low } to { $high }
lab-seat = Seat { $n }
lab-nothing-else = Nothing else changed enough to show in { $n } deals.
lab-nothing-at-all = Nothing changed enough to show in { $n } deals.
# Of $rest figures $beyond lie outside their own interval; $chance would by chance alone.
lab-outside =
    { $beyond ->
        [0] None of the { $rest } figures that are not drawn lies outside its own 95 % interval.
        [one] One of the { $rest } figures that are not drawn lies outside its own 95 % interval; about { $chance } would by chance alone, so it is not counted.
       *[other] { $beyond } of the { $rest } figures that are not drawn lie outside their own 95 % interval; about { $chance } would by chance alone, so none is counted.
    }
lab-last-word = Final figures after { $n } deals.
lab-wins-of-seat = Seat { $n } wins
lab-length = Actions in a game
lab-aims = Your aims
lab-holds = holds
lab-misses = misses
lab-open = open
lab-all-figures = All { $n } figures
lab-figures-about = Both boxes on the same deals. Bold figures have changed; at most one in twenty of them is expected to be noise.
lab-figures-alone = Each with its 95 % interval.
lab-figure = Figure
lab-own-box = The game’s
lab-this-box = Yours
lab-difference = Difference
# Before a command.
lab-again = Run the same again:
# Somebody begins games while others are being played.
lab-others = Other games are being played
lab-others-about = They stop, and their figures so far are lost.
lab-keep = Let them finish
lab-stop-and-begin = Stop them and begin

## The deal of the day

daily-title = Daily
daily-failed = The deal of the day could not be loaded.
daily-none = There is no deal here today.
# The number of a deal and its day: "Deal 34 · Friday, 4 December".
deal-day = Deal { $n } · { $day }
deal-number = Deal { $n }
deal-against = { $game } against { $bot }
# The rules of a deal; $level is "level 2".
deal-about = Everybody gets these cards, moves first, and meets the same { $bot } ({ $level }). One try, no undo, no hints. Stop whenever you like and go on later.
deal-about-more = Everybody gets these cards, moves first, and meets the same bots ({ $level }). One try, no undo, no hints. Stop whenever you like and go on later.
deal-play = Play the deal
deal-go-on = Go on
deal-facts =
    { $played ->
        [0] about { $minutes } minutes
        [one] about { $minutes } minutes · one person has played it
       *[other] about { $minutes } minutes · { $played } have played it
    }
deal-counts = What counts?
deal-counts-why = Winning counts first, then your lead over the best bot in points at the end. The list closes when the day has ended everywhere on earth, on { $when }.
deal-counts-who = The list has accounts that are older than a day. Guests and new accounts count in the distribution, without a name.
deal-late = This deal is open until { $when }. Its list is closed: what you play now is only for you.
deal-closed = This deal is no longer open.
deal-gave-up = You resigned. There is a new deal tomorrow.
# How a deal ended for the reader; $n is the number of points between them and the best bot.
deal-result =
    { $how ->
        [won]
            { $n ->
                [0] You won
               *[other] You won by { $n }
            }
        [tied] You tied
       *[lost]
            { $n ->
                [0] You lost
               *[other] You lost by { $n }
            }
    }
# The same in the text that the reader sends to others.
deal-result-told =
    { $how ->
        [won]
            { $n ->
                [0] Won
               *[other] Won by { $n }
            }
        [tied] Tied
       *[lost]
            { $n ->
                [0] Lost
               *[other] Lost by { $n }
            }
    }
deal-scores = { $mine } to { $theirs }
# $words is the position at the end, as the game says it: "Round 24".
deal-ended = { $score }. { $words }.
deal-before =
    { $all ->
        [one]
            { $n ->
                [one] Ahead of the other person.
               *[other] Behind the other person, or level with them.
            }
       *[other] Ahead of { $n } of { $all } other people.
    }
deal-why =
    { $why ->
        [guest] You played as a guest, so your result counts without a name.
        [new] Your account is new. From tomorrow on you are in the list.
        [late] The list was closed when you finished.
       *[hidden] Your page is hidden, so you are not in the list that others see.
    }
deal-see-game = See your game again
deal-bars = Points ahead of the best bot at the end
deal-bar-heard =
    { $own ->
        [true] { $range }: { $n }, with you
       *[false] { $range }: { $n }
    }
deal-range = { $least } to { $most }
deal-list = Scores
deal-whose = Whose scores
deal-follows = You follow
deal-everybody = Everybody
deal-alone = Nobody else is in the list yet.
deal-list-none = Nobody is in the list yet.
deal-place = Place { $n }
deal-watch = Watch
deal-watch-heard = Watch { $name }’s game
deal-watch-now = You have played, so you can watch how the others played.
deal-tell = Tell the others
deal-hills = The little hills show your chance of winning. No card is revealed.
deal-hills-heard = Your chance of winning during the game: from { $first } to { $last } of { $most }.
deal-copy = Copy
deal-copied = Copied
deal-share = Share
# The same on the home page; heard, not seen.
deal-share-heard = Share your result
deal-told-title = Cogtable { $n } · { $game }
week-title = Your week
week-day =
    { $done ->
        [true] { $day }: played
       *[false] { $day }
    }
week-days =
    { $n ->
        [0] Play when you like. Last week’s deals stay open.
        [one] One day so far. A day off costs nothing, and last week’s deals stay open.
       *[other] { $n } days so far. A day off costs nothing, and last week’s deals stay open.
    }
week-short =
    { $n ->
        [one] one day this week
       *[other] { $n } days this week
    }
week-tomorrow = Tomorrow: { $game }.
daily-yesterday = Yesterday
daily-yesterday-all = All scores
daily-earlier = Still open
daily-earlier-about = Earlier deals, for yourself: their lists are closed.
daily-earlier-row = { $game } · { $day }
daily-puzzle = Today’s puzzle
daily-puzzle-about = { $game }: only one move wins. Try as often as you like.
daily-puzzle-solved = { $game }: you have solved it.
daily-puzzle-do = Solve it
daily-puzzle-see = See it again
daily-puzzles = All puzzles
daily-today = Today
daily-puzzle-short = Puzzle
daily-puzzle-open = { $game }: only one move wins
daily-puzzle-done = Solved
daily-best = { $game } · { $name }: { $result }
daily-see = See it
daily-play-it = Play it
# The same for screen readers, with the words of the link.
daily-play-heard = { $words }: deal { $n }, { $game }
daily-back = Today’s deal

## Puzzles

puzzle = Puzzle
puzzles-title = Puzzles
puzzles-text = Positions from games between bots in which only one move keeps the win. Find it, and play it at the table.
puzzles-failed = The puzzles could not be loaded.
puzzles-none = There are no puzzles here.
# How many of a game's puzzles the reader has solved.
puzzles-solved = { $n } of { $all } solved
# A puzzle in the list: its number, and what came of it.
puzzle-heard =
    { $how ->
        [solved] Puzzle { $n } of { $game }, solved
        [shown] Puzzle { $n } of { $game }, its solution was shown
       *[open] Puzzle { $n } of { $game }
    }
puzzle-start = Start
puzzle-go-on = Go on
puzzle-again = Once more
# A card over the table, after a move and at the end.
puzzle-told = Result of your move
puzzle-wrong = Not that one
puzzle-shown = The solution
puzzle-solved =
    { $n ->
        [1] That’s it, first try
       *[other] That’s it, try { $n }
    }
puzzle-solved-plain = That’s it
# $share is a percentage.
puzzle-share =
    { $n ->
        [one] { $share } of one person found it at once.
       *[other] { $share } of { $n } people found it at once.
    }
puzzle-try-again = Try again
puzzle-deal = Today’s deal
puzzle-show = Show the solution
puzzle-next = Next puzzle
puzzle-all = All puzzles

## Printing a game

print-now = Print
print-choices = How to print
print-how = In the print window choose 100 %, not “fit to page”. You can also save a PDF there.
print-pages =
    { $n ->
        [one] { $n } page
       *[other] { $n } pages
    }
# After the number of pages, where lists follow.
print-and-lists = , and the lists
print-paper = Paper
print-a4 = A4
print-letter = Letter
print-copies = Cards
print-copies-all = As in the game
print-copies-once = Each once
print-changed = Only what differs
print-backs = Backs
print-turn = How
print-turn-long = Long edge
print-turn-short = Short edge
print-turn-fold = Fold over
print-turn-long-how = Print on both sides and flip on the long edge.
print-turn-short-how = Print on both sides and flip on the short edge.
print-turn-fold-how = Print on one side. Cut out front and back together, fold along the dashed line and glue.
print-shift-right = Move backs right
print-shift-down = Move backs down
print-shift-how = If the backs do not line up with their fronts, hold a sheet against the light, measure the difference, and move them.
print-bleed = Bleed
print-gap = Gap between pieces
print-bleed-how = Colour reaches beyond the cut, so that no white edge shows. The gap is at least twice the bleed.
print-bleed-white = The backgrounds are white, so the bleed is white too. The gap is at least twice the bleed.
print-mm = mm
print-length-wrong = Enter a number from { $least } to { $most }.
print-marks = Cutting marks
print-ink = White backgrounds, to save ink
print-check = A ruler, to check the size
print-included = What is printed
print-list = List of what is in the box
print-aid = Player aid: what the symbols mean
print-nothing = This game has nothing to print.
print-too-large = { $what } ({ $width } × { $height } mm) do not fit on this paper.
# Beside the pieces, after the game: the number of the sheet.
print-sheet = sheet { $n } of { $all }
print-ruler = This line is { $n } mm long. If it is not, print at 100 %.
# At the foot of a card: which of how many it is.
print-number = { $n } of { $all }
print-list-of = What is in { $game }
print-from-here = Printed on these sheets
print-from-elsewhere = Not printed: bring your own
print-aid-of = { $game }: what the symbols mean

## Tournaments

tour-title = Tournaments
tour-mine = Yours
tour-open = Looking for players
tour-going = Under way
tour-over = Over
tour-none = No tournament is looking for players at the moment. Create one: it takes half a minute.
# In a list: what is played, how, and by how many.
tour-facts = { $game } · { $method } · { $players }
tour-facts-clock = { $game } · { $method } · { $clock } · { $players }
tour-players =
    { $n ->
        [one] { $n } player
       *[other] { $n } players
    }
tour-method-word =
    { $method ->
        [robin] round robin
        [twice] double round robin
        [knockout] knock-out
        [arena] arena
       *[swiss] Swiss
    }
# Tables of at most $n players.
tour-groups =
    { $method ->
        [robin] tables of { $n }, all mixed
        [knockout] tables of { $n }, knock-out
        [arena] tables of { $n }, arena
       *[swiss] tables of { $n }, Swiss
    }
tour-round-state =
    { $state ->
        [played] played
        [now] now
        [next] next
       *[later] later
    }
tour-gone-how =
    { $how ->
        [left] You have left
        [removed] You were removed
       *[absent] You did not come to your table
    }
tour-tie =
    { $tie ->
        [buchholz] Buchholz
        [sonneborn-berger] Sonneborn-Berger
        [wins] wins
       *[score] game points
    }
# At the head of a narrow column.
tour-tie-short =
    { $tie ->
        [buchholz] Buch.
        [sonneborn-berger] S-B
        [wins] Wins
       *[score] Score
    }
tour-outcome =
    { $how ->
        [won] Won
        [lost] Lost
        [level] Tie
        [bye] Bye
       *[next] Next
    }
tour-round-of = Round { $n } of { $all }
tour-starts = Begins in { $time }
tour-starts-at = Begins { $when }
# $mine is a date and time in the reader's time zone, $there the time in $city.
tour-when-own = { $mine }, your time
tour-when-both = { $mine }, your time; { $there } in { $city }
tour-starts-creator = { $name } decides when it begins
# In place of a name that the reader does not see.
tour-creator = The creator
tour-ends-in = Ends in { $time }
tour-time-over = The time is over
# A part of the page could not be read; why, follows.
tour-failed = The tournaments could not be loaded.
tour-failed-mine = Your tournaments could not be loaded.
tour-failed-games = The games could not be loaded, so you cannot create a tournament.

# Making one.
tour-new = New tournament
tour-name = Name
tour-name-example = Friday Swiss
tour-game = Game
tour-seats = Players at a table
tour-seats-most = up to { $n }
tour-method = Pairing
# $groups is "true" if more than two sit at a table.
tour-method-name =
    { $method ->
        [robin]
            { $groups ->
                [true] Everybody mixed
               *[false] Round robin
            }
        [knockout] Knock-out
        [arena] Arena
       *[swiss] Swiss
    }
tour-method-why =
    { $method ->
        [robin]
            { $groups ->
                [true] Each round you meet new people, whatever your points.
               *[false] Everybody plays everybody once.
            }
        [knockout]
            { $groups ->
                [true] The best of each table go on, until one table is left.
               *[false] The winner of each match goes on, the loser is out.
            }
        [arena] For a fixed time, you play as often as you like.
       *[swiss] Nobody is knocked out: each round you meet someone with about as many points as you.
    }
tour-match = Games in a match
# The number of games in a match of two.
tour-match-of =
    { $n ->
        [1] one game
        [2] two games, with the seats swapped
       *[other] up to { $n } games, with the seats swapped
    }
tour-seeding = Who meets whom
tour-seeding-by =
    { $by ->
        [rating] By rating: the best meet late
       *[lot] By lot
    }
tour-third-too = Play for the third place too
tour-advance = Players who go on from a table
tour-length = Duration
tour-both-ways = Twice, with the seats swapped
tour-rounds = Rounds
tour-rounds-auto = As many as it takes
tour-late = First move within
tour-late-none = Only the clock counts
tour-late-why = A player who is not there by then loses, and sits out until they come back.
tour-pause = Next round
tour-pause-creator = When I say so
tour-pause-none = At once
tour-pause-after = After { $time }
tour-begin = First round
tour-begin-creator = When I say so
tour-begin-at = At a set time
tour-begin-when = When it begins
tour-zone = Time zone
tour-repeat = Repeat it
tour-repeat-every =
    { $every ->
        [day] every day
        [week] every week
        [fortnight] every two weeks
       *[never] never
    }
tour-editions = Number of tournaments
tour-counts = What counts in the overall standings
tour-counts-what =
    { $counts ->
        [points] the points of the tournaments
       *[places] the places
    }
tour-best = Best results that count
tour-best-all = all
tour-most = Most players
tour-listed = Show it in the list
tour-plays = I play too
tour-more = More options
tour-make = Create the tournament

# One tournament.
tour-line = { $game } for { $n }, { $clock }, { $players }
tour-line-no-clock = { $game } for { $n }, { $players }
tour-up-to = up to { $n }
tour-two = two
tour-rounds-label = Rounds
tour-round = Round { $n }
tour-round-due = in { $time }
tour-your-table = Your table
tour-your-table-title = Table { $table }, round { $round }
tour-you-first = You sit first
tour-you-nth = You sit in seat { $n }
tour-against = against
# $points as people write them ("2½"), of which there are $n.
tour-points =
    { $n ->
        [one] { $points } point
       *[other] { $points } points
    }
tour-here = { $points } · here
tour-first-move = { $seat } · first move within { $time }
tour-go-table = Go to my table
tour-take-part = Take part
tour-take-part-why = Everybody with the link can join. You need no account.
tour-take-part-late = Take part from round { $n } on
tour-entered = You are in
tour-entered-why = This page shows your table as soon as the round begins. Leave it open.
tour-bye = You have a bye this round
tour-bye-whys =
    { $method ->
        [robin] Everybody has one, and it does not count.
        [knockout] You go on to the next round without a match.
       *[swiss] One player has to sit out; it counts as a win.
    }
tour-done = Your game of this round is over
tour-round-over = Round { $n } is over
tour-wait-tables =
    { $n ->
        [one] One table is still playing.
       *[other] { $n } tables are still playing.
    }
tour-wait-creator = { $name } begins the next round.
tour-wait-me = You begin the next round.
tour-next-in = The next round begins in { $time }
tour-begin-now = Begin round { $n }
tour-begin-arena = Begin now
# In an arena.
tour-your-game-title = Game { $n }
tour-looking = You are in
tour-looking-why = You get a table as soon as another player is free. Leave this page open.
tour-last-games = The last games are being played
tour-wait-games =
    { $n ->
        [one] One game is still being played, and it counts.
       *[other] { $n } games are still being played, and they count.
    }
tour-pause-now = Pause
tour-paused = You are pausing
tour-pauses = pausing
tour-games = Games
tour-recent = Last results
# In a knock-out.
tour-knocked-out = You are out
tour-bracket = Bracket
tour-final = Final
tour-semi-finals = Semi-finals
tour-quarter-finals = Quarter-finals
tour-third = Third place
tour-seed = seed { $n }
tour-goes-on = goes on
tour-bye-short = Bye
tour-not-decided = Not decided yet
tour-rounds-won = Rounds won
# The games of a match, as links.
tour-game-view = Game { $n }
tour-game-watch = Watch game { $n }
tour-need = At least { $n } players are needed.
tour-gone-why = You will not be paired until you come back.
tour-come-back = Play on
tour-is-over = { $name } has won
tour-are-over = { $names } share first place
tour-called-off = Cancelled before it began
tour-you-won = You have won!
tour-watching = You are watching
tour-standing = Standings
tour-standing-after = Standings after round { $n }
tour-players-title = Players
tour-rank = Place
tour-player = Player
tour-points-title = Points
tour-place = Place { $n }
# A result in full, for those who hear or point at it.
tour-heard = Round { $n }: { $result }, { $others }
tour-heard-bye = Round { $n }: { $result }
tour-gone = gone
tour-out = left early, games do not count
tour-tables = Tables of round { $n }
tour-earlier = Round shown
tour-not-here = { $names } not here yet
tour-nobody-here = nobody here yet
tour-is-playing = playing
tour-watch = Watch
tour-look = View
tour-free = has a bye
tour-walkover = not played
tour-forfeit-who = A player did not come
tour-forfeit-why = A player who did not come loses this game, and is not paired again until they come back.
tour-forfeit = { $name } did not come
tour-how = How it works
tour-how-swiss = Nobody is knocked out. Each round you meet someone new, with about as many points as you.
tour-how-robin = Everybody meets everybody.
tour-how-mixed = Everybody meets as many others as possible.
tour-how-points = A win is 1 point, a tie ½.
tour-how-groups = Your points are the share of opponents you beat: at a table of four 1, ⅔, ⅓ or 0.
tour-how-arena = For { $time }, you play as often as you like: you get a table as soon as another player is free, and do not meet the same player twice in a row if others are there.
tour-how-streak = From your third win in a row on, each counts double.
tour-how-arena-end = You can pause and come back. Games that have begun when the time is over are played to their end, and count.
tour-how-knockout = The winner of each match goes on, the loser is out.
tour-how-knockout-groups =
    { $n ->
        [one] The best player of each table goes on, until one table is left. Players who tie are ordered by their seeds.
       *[other] The best { $n } of each table go on, until one table is left. Players who tie are ordered by their seeds.
    }
tour-how-match =
    { $n ->
        [1] A match has one game.
        [2] A match has two games, with the seats swapped.
       *[other] A match has up to { $n } games, with the seats swapped; it ends when it is decided.
    } If it is tied then, one more game decides, and after another tie the better seed goes on.
tour-how-seeds =
    { $by ->
        [rating] Seeds follow the ratings.
       *[lot] Seeds are drawn by lot.
    }
tour-how-gone = A player who has left when a match begins loses it.
tour-how-bye = A player without an opponent has a bye, which counts as a win.
tour-how-late = If you have not made your first move within { $time }, you lose.
tour-how-ties = Equal points are decided by { $first } first, then by { $rest }.
tour-leave = Leave the tournament
tour-leave-sure = You will not be paired again. A game that has begun goes on.
tour-leave-yes = Leave
tour-copy = Share the link
tour-end = End the tournament
tour-call-off = Cancel the tournament
tour-end-sure = Unfinished games do not count. This cannot be undone.
tour-end-yes = End it
tour-remove = Remove { $name }
tour-bring-back = Bring { $name } back
tour-not = Not now
tour-ready = Your table is ready

# A series of tournaments.
tour-series = Series
tour-of-series = The series: all dates and the overall standings
tour-series-line =
    { $game } · { $every ->
        [day] every day
        [fortnight] every two weeks
       *[week] every week
    } · { $n } times
tour-series-next = Next: { $when }
tour-series-over = No more tournaments follow.
tour-series-standing =
    { $n ->
        [0] Standings
        [one] Standings after one tournament
       *[other] Standings after { $n } tournaments
    }
tour-series-none = The standings begin when the first tournament is over.
tour-series-not-counted = not counted
tour-series-how =
    { $counts ->
        [points] The points of each tournament are added up.
       *[places] The first eight places of each tournament are worth 10, 8, 6, 5, 4, 3, 2 and 1.
    }
tour-series-best =
    { $n ->
        [0] All results count.
        [one] Only the best result of each player counts.
       *[other] Only the best { $n } results of each player count.
    }
tour-series-few = A tournament with too few players is cancelled.
tour-series-end = End the series
tour-series-end-sure = No more tournaments follow. Those that are already announced are still played.

## A page without a server

# $part is how much of the files is here, as "40%".
page-loading = Loading the table: { $part }. Later visits need no download.
page-starting = Starting the table…
page-trouble =
    { $trouble ->
        [webassembly] This browser does not run WebAssembly, so it cannot play in this page. Use a current browser, or allow WebAssembly.
        [unreachable] The files of the table could not be downloaded. Check your connection.
        [elsewhere] Your games are open in another tab of this browser. Only one tab can play at a time.
        [mixed] The files of this page are of two versions. It is being updated; try again in a few minutes.
       *[failed] The table stopped working. Your games are safe up to the last move.
    }
page-updated = This page was updated. Load it again to go on; your games are safe.
page-again = Try again
page-newer = A new version of this page is ready.
page-later = Later
page-play-here = Play in this tab

## A page without a server: a game in a link

shared-title = A game in a link
shared-opening = Opening the game …
# Why a link does not open: it is incomplete, or longer than any game.
shared-bad =
    { $why ->
        [long] This link is too long. It cannot have come from a finished game.
       *[damaged] This link is damaged: part of the game in it is missing. Ask the person who sent it to copy it again, and open the whole link.
    }

## A page without a server: what only servers have

alone-title =
    { $what ->
        [account] Needs an account
       *[friends] Needs other people
    }
alone =
    { $what ->
        [account] This page has no accounts, ratings or notifications: your name, settings and games stay in this browser.
       *[friends] This page plays on your device alone. For games with friends on other devices, tournaments and ratings, use a server.
    }
alone-server = Go to the server
# On a server that has such a page.
alone-offer-title = Play without a network
alone-offer = This server also has a page that plays against bots on your device alone. Open it once and start a game, and your browser keeps it (about 5 MB). Games begun there stay on this device.
alone-offer-open = Open that page

## Games that this browser keeps

kept = Games in this browser
kept-failed = Your games cannot be listed at the moment.
kept-none = No games are stored in this browser yet.
kept-here =
    { $n ->
        [one] One game, { $kilobytes } kB. It stays in this browser until you delete it.
       *[other] { $n } games, { $kilobytes } kB. They stay in this browser until you delete them. Of finished games, the last 100 are kept.
    }
# $date is the day of the last move, as 3 Nov 2026.
kept-state =
    { $over ->
        [yes] finished { $date }
       *[no] last played { $date }
    }
kept-delete = Delete
# $state is one of the texts of kept-state.
kept-delete-one = Delete { $game }, { $state }
kept-delete-over = Delete { $n } finished games
kept-sure =
    { $n ->
        [one] Delete this game? It cannot be restored.
       *[other] Delete { $n } games? They cannot be restored.
    }
kept-not = Keep
