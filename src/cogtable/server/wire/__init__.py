"""The protocol: every message between the client and the server, as structs.

The lobby uses HTTP with JSON bodies; a table exchanges JSON messages over one WebSocket, distinguished by their `type`.
The version goes up when a message changes its meaning or loses a field.

A seat belongs to the holder of its secret, or to an account, whose cookie shows who is signed in. Nobody else can act
for it, and nobody else is sent what only that seat may see.

A connection starts with `Hello`. The answer is an `Update` with the whole log, or an `Error`, after which the
connection is closed. After the first `Update` comes a `Chat` with what was said so far. Then:

- Each `Act`, `SetTakeover`, `SetStep`, `Undo`, `Answer`, `Withdraw`, `Resign`, `OfferEnd`, `OfferPause`, `Resume`,
  `SetSeat`, `RequestRematch`, `Say` and `React` is answered by `Accepted` or `Error`. Whatever is accepted is on the
  server's disk.
- Each `AskWhy` is answered by `Why` or `Error`, each `AskHint` by `Hint` or `Error`.
- An `Update` follows each move and each undo, or a `Changed` if the client keeps views; `Occupants` whenever somebody
  comes or goes; and a `Said` or `Reacted` each message or reaction.
- When the game is over, `Analyse` is answered by `Analysis` messages as the analysis proceeds, and `AskPosition` by
  `Position`; before that, both are answered by `Error`.

If a connection breaks, or the server drops it because it does not keep up, the client reconnects with another `Hello`.
Nothing is lost, but an analysis must be requested again. An `Act` that was not answered may be sent again with the
same `ply` and the same `submission`: it is played once, and accepted again if it is stored already.

A puzzle (`/api/puzzles/{game}/{key}/ws`) has a WebSocket of its own, with the same messages: after `Hello` and the
`Update`, an `Act` that keeps the win is answered by `Accepted`, and an `Update` for it and each answer to it; one that
gives the win away by an `Error` with the code `puzzle`. `ShowLine` plays the rest of the line, and `AskWhy` is answered
as at a table. A new connection begins the puzzle anew.

The server sends WebSocket pings, which every client answers automatically, and closes a connection that leaves one
unanswered for some seconds. A page cannot see those pings; to find out whether the server is still there, it sends
`Ping`.
"""
