/** A name in at most two lines, broken where they come out most alike. */
export function twoLines(name: string): string[] {
  const words = name.split(' ');
  if (words.length < 2 || name.length < 9) return [name];
  let best = [name];
  let shortest = Infinity;
  for (let index = 1; index < words.length; index++) {
    const lines = [words.slice(0, index).join(' '), words.slice(index).join(' ')];
    const longest = Math.max(...lines.map((line) => line.length));
    if (longest < shortest) [best, shortest] = [lines, longest];
  }
  return best;
}
