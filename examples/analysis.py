"""Find the costliest moves of a game: what was each choice worth, and what would have been best?"""

import fatum


def main() -> None:
    match = fatum.new("allin", players=3, seed=11)
    judge = fatum.bot("ismcts", iterations=20, seed=1)
    players = {"P1": fatum.bot("random"), "P2": fatum.bot("greedy"), "P3": fatum.bot("easy")}
    found: list[tuple[float, str]] = []
    while not match.over:
        seat = match.to_act[0]
        view = match.view(seat)
        move = players[seat].choose(view)
        if len(view.legal) > 1:
            # Judged from what the seat itself can know, before the move is made.
            values = judge.evaluate(view)
            best = max(values, key=lambda text: values[text])
            loss = values[best] - values[move]
            found.append((loss, f"move {len(match.moves) + 1}, {seat}: {move} instead of {best}"))
        match.push(move, seat)
    print(match.outcome)
    for loss, text in sorted(found, reverse=True)[:5]:
        print(f"{loss:6.1%}  {text}")
    # The command `fatum analyse FILE` does the same for any record, with curves and intervals.


if __name__ == "__main__":
    main()
