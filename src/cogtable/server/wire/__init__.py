"""The protocol: every message between the client and the server, as structs.

The lobby uses HTTP with JSON bodies; a table exchanges JSON messages over one WebSocket, distinguished by their `type`.
The version goes up when a message changes its meaning or loses a field.

A seat is owned by the holder of its secret, or by an account, whose cookie shows who is signed in. Only the owner can
act for it, and the server sends the seat's hidden information only to its owner.

A connection starts with `Hello`. The answer is an `Update` with the whole log, or an `Error`, after which the
connection is closed. After the first `Update` comes a `Chat` with the earlier messages. Then:

- Each `Act`, `SetTakeover`, `SetStep`, `Undo`, `Answer`, `Withdraw`, `Resign`, `OfferEnd`, `OfferPause`, `Resume`,
  `SetSeat`, `StopSeek`, `AnswerHandover`, `RequestRematch`, `Say` and `React` is answered by `Accepted` or `Error`.
  Every accepted request is on the server's disk.
- Each `AskWhy` is answered by `Why` or `Error`, each `AskHint` by `Hint` or `Error`, and each `AskOverlays` by
  `Overlays` or `Error`.
- Each move and each undo is followed by an `Update`, or by a `Changed` if the client keeps views. `Occupants` is sent
  whenever a person comes or goes, and `Said` or `Reacted` for each message or reaction.
- When the game is over, `Analyse` is answered by `Analysis` messages as the analysis proceeds, and `AskPosition` by
  `Position`; before that, both are answered by `Error`.

If a connection breaks, or the server drops it because it does not keep up, the client reconnects with another `Hello`.
Nothing is lost, but an analysis must be requested again. An unanswered `Act` can be sent again with the same `ply` and
the same `submission`: it is played once, and accepted again if it is stored already.

A puzzle (`/api/puzzles/{game}/{key}/ws`) has a WebSocket of its own, with the same messages. After `Hello` and the
`Update`, an `Act` that keeps the win is answered by `Accepted`, and then by an `Update` for the move and for each
answer to it. An `Act` that gives the win away is answered by an `Error` with the code `puzzle`. `ShowLine` plays the
rest of the line, and `AskWhy` is answered as at a table. A new connection starts the puzzle again.

The server sends WebSocket pings, which every client answers automatically, and closes a connection that leaves one
unanswered for some seconds. A page cannot see those pings; to find out whether the server is still there, it sends
`Ping`.
"""
