"""A game played in the terminal: one person, and bots in the other seats."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from cogtable import bots, terminal
from cogtable.engine.errors import CogtableError, IllegalAction
from cogtable.engine.files import replacing
from cogtable.engine.play.match import Match
from cogtable.engine.play.saves import save
from cogtable.engine.text.words import capital
from cogtable.lab.repeat_command import command_line

HELP = """Type the number of a choice, or its words (the first ones are enough), or
  look         see the table again        why PIECE    why you cannot choose a piece
  log          what happened so far       undo         take back your last decision
  save FILE    keep the game in a file    quit         leave the table"""


class TerminalTable:
    """A match with a person in `seat` and a bot in each other seat (`players`, by seat; the person's is not read).

    Reads lines from standard input and writes to standard output, both replaceable as usual.
    """

    def __init__(self, match: Match, seat: int, players: Sequence[str], seed: int) -> None:
        for other, player in enumerate(players):
            if other != seat:
                bots.find(player)
        self.match = match
        self.seat = seat
        self.players = players
        self.seed = seed
        self.printed = match.ply
        self.offered = -1
        """The ply of the decision that was offered last."""

    def name(self, seat: int) -> str:
        """The name of a seat at this table."""
        return terminal.READER if seat == self.seat else f"{self.players[seat]} {seat + 1}"

    def say(self, *lines: str) -> None:
        """Writes lines, each beginning with a capital letter or a blank."""
        for line in lines:
            sys.stdout.write(capital(line) + "\n")
        sys.stdout.flush()

    def run(self) -> None:
        """Plays until the game is over, the person quits, or the input ends."""
        self.look()
        self.say(*HELP.splitlines(), "")
        while not self.match.over:
            self.let_bots_play()
            self.print_news()
            if self.match.over:
                break
            self.offer()
            try:
                line = input("> ").strip()
            except EOFError:
                self.say("")
                return
            if line.casefold() in ("quit", "exit", "q"):
                return
            if line:
                self.obey(line)
        self.say("", "The game is over.", *terminal.placements(self.match.view(self.seat), self.name))

    def let_bots_play(self) -> None:
        """Lets the bots decide until the game waits for the person."""
        while not self.match.over and self.seat not in self.match.waiting:
            seat = self.match.waiting[0]
            self.match.play(seat, bots.choose(self.players[seat], self.match, seat, self.seed))

    def print_news(self) -> None:
        """Prints what happened since the last time."""
        if self.match.ply > self.printed:
            lines = self.match.log(self.seat, self.printed)
            self.say("", *(f"  {capital(terminal.plain(line.words, self.name))}" for line in lines), "")
        self.printed = self.match.ply

    def look(self) -> None:
        """Shows the table as the person sees it, and the choices again."""
        self.offered = -1
        self.say("", *terminal.scene(self.match.view(self.seat), self.name), "")

    def offer(self) -> None:
        """Shows the choices of a decision, once, numbered from 1."""
        if self.offered == self.match.ply:
            return
        self.offered = self.match.ply
        for number, choice in enumerate(self.match.choices(self.seat), 1):
            self.say(f"{number:>4}  {terminal.plain(choice.text, self.name)}")

    def obey(self, line: str) -> None:
        """Carries out a line of input; says why if that is not possible."""
        command, _, rest = line.partition(" ")
        match command.casefold(), rest.strip():
            case (("help" | "?"), ""):
                self.say(HELP)
            case "look", "":
                self.look()
            case "log", "":
                self.say(*terminal.log(self.match.log(self.seat), self.name))
            case "undo", "":
                self.undo()
            case "save", file if file:
                self.save(Path(file))
            case "why", piece if piece:
                self.why(piece)
            case _:
                self.play(line)

    def play(self, line: str) -> None:
        """Plays the choice in a line, given by number or words."""
        choices = self.match.choices(self.seat)
        try:
            if line.isdecimal():
                if not 1 <= int(line) <= len(choices):
                    self.say(f"There is no choice {line}; there are 1 to {len(choices)}")
                    return
                self.match.play(self.seat, choices[int(line) - 1].action)
            else:
                self.match.play(self.seat, line)
        except IllegalAction:
            near = [choice.text for choice in choices if line.casefold() in choice.text.casefold()]
            which = f"could be any of {len(near)} choices" if len(near) > 1 else "is not a choice now"
            self.say(f'"{line}" {which}; there are 1 to {len(choices)}. Type help for help')
        except CogtableError as error:
            self.say(f"{error}. Type help for help")

    def undo(self) -> None:
        """Takes back the person's last decision, with all that was played since."""
        before = self.decisions()
        if not before:
            self.say("You have not decided anything yet")
            return
        while self.decisions() == before or self.seat not in self.match.waiting:
            self.match.undo()
        self.printed = self.match.ply
        self.look()

    def decisions(self) -> int:
        """How many of the moves so far were the person's decisions, not passes that the match made by itself."""
        passing = None if self.match.options["always_ask"] else self.match.game.passing
        return sum(move.seat == self.seat and move.action != passing for move in self.match.moves)

    def save(self, file: Path) -> None:
        """Keeps the game in a file."""
        try:
            with replacing(file) as new:
                new.write_text(save(self.match), encoding="utf-8")
        except OSError as error:
            self.say(f"{file}: cannot be written: {error.strerror}")
        else:
            self.say(f"Saved in {file}; go on with: {command_line('play', self.match.game, {'--resume': file})}")

    def why(self, words: str) -> None:
        """Says why a piece or zone, named by its id or first words, cannot be chosen, or which choices touch it."""
        labels = self.match.view(self.seat).touchable()
        found = [words] if words in labels else []
        found = found or [one for one, label in labels.items() if terminal.plain(label, self.name).startswith(words)]
        if not found:
            self.say(f'You see no piece called "{words}"; type look to see their names')
            return
        reason = self.match.why_not(self.seat, found[0])
        touching = [choice.text for choice in self.match.choices(self.seat) if found[0] in choice.pieces]
        self.say(terminal.plain(reason, self.name) if reason else f"You can: {'; '.join(touching)}")
