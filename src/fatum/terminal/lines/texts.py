"""Texts of line mode."""

from typing import Final

from fatum.core.messages import declare

LINES: Final = declare(
    "line",
    {
        "title": "You play {title} at seat {seat}, against {others}.",
        "title.watch": "You are watching {title}: {others}.",
        "player": "{name} at {seat}",
        "player.bot": "{name} at {seat} ({level})",
        "first": "{what}: {seat}.",
        "first.dealer": "{seat} deals.",
        "first.dealer.you": "You deal.",
        "first.starter": "{seat} begins.",
        "first.starter.you": "You begin.",
        "commitment": "Commitment: {commitment}",
        "commitment.about": "It is the SHA-256 of the seed, which you get at the end to check every shuffle.",
        "type": "Type the number of a choice, its words, or “{help}”.",
        "resumed": (
            "The game continues after {count} move; type {log} to see what happened.",
            "The game continues after {count} moves; type {log} to see what happened.",
        ),
        "choice": "Your choice:",
        "choice.number": "Choose a number from 1 to {most}, or type a move.",
        "choice.unknown": "“{text}” is not one of your choices. Type the number of a choice, its words, or “{help}”.",
        "choice.row": "{number}: {move}.",
        "choice.about": "{number}: {move}. {about}",
        "combination": (
            "Your combination: {hand}. It is worth {count} rune.",
            "Your combination: {hand}. It is worth {count} runes.",
        ),
        "out": "{name} is out of cards.",
        "out.you": "You are out of cards.",
        "order": "Finishing order: {names}.",
        "score": "Final score: {scores}.",
        "hint": "Hint: {why}",
        "refused": "{reason} ({rule}).",
        "unreadable": "{reason}.",
        "again": "Press Enter to see your choices again.",
        "codes.on": "Codes are now shown after the names.",
        "codes.off": "Codes are now hidden.",
        "rules.none": "Nothing found. Try another word.",
        "saved": "The game is saved in {path}.",
        "continue": "Continue with: {command}",
        "unsaved": "The game continues without being saved: {error}",
        "seed": "Seed: {seed}",
        "record": "The record is in {path}.",
        "kept": "The game is saved. Check it with {verify}, read it with {replay}, study it with {analyse}.",
        "unkept": "The game cannot be saved: {error}",
        "gone": "The table is gone: {reason}",
        "game.which": "Which game do you want to play?",
        "chat": "{name} says: {text}",
        "chat.you": "You say: {text}",
        "wait.lobby": "The table is waiting for players. Its code is {code}.",
        "left": "You have left the table; a bot is playing for you. Take your seat back with: {command}",
    },
)
COMMANDS: Final = declare(
    "line.help",
    {
        "help": "this list",
        "what": "what a choice does: type the word and its number",
        "hint": "what a strong bot would do, and why",
        "rules": "the rules of the game; with a word after it, the rules about that word",
        "view": "everything you may know now",
        "log": "what has happened so far",
        "codes": "show or hide the codes of cards and seats",
        "chat": "say something to the others at the table",
        "start": "as the host: start with bots in the free seats",
        "quit": "save the game and leave",
    },
)
WORDS: Final = declare(
    "line.command",
    {
        "help": "help",
        "what": "what",
        "hint": "hint",
        "rules": "rules",
        "view": "view",
        "log": "log",
        "codes": "codes",
        "chat": "chat",
        "start": "start",
        "quit": "quit",
    },
)
"""The words to type; the English ones work in every language."""
ALIASES: Final = {"?": "help", "exit": "quit"}
