/** Who stands out: the players with the most of something, unless that is most of the table. */
export interface Claim {
  seat: string;
  value: number;
}

/** The seats with the largest value above zero, and that value; null where too many share it. */
export function standOut(
  claims: readonly Claim[],
  players: number,
): { seats: string[]; value: number } | null {
  const value = Math.max(0, ...claims.map((claim) => claim.value));
  const seats = [...new Set(claims.filter((claim) => claim.value === value).map((claim) => claim.seat))];
  return value > 0 && seats.length > 0 && seats.length <= players / 2 ? { seats, value } : null;
}
