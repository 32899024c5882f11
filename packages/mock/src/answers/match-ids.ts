const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Returns a different match id for each index, by counting up the last two characters. */
export function differentMatchId(id: string, index: number): string {
  if (index === 0) return id;
  const [last, beforeLast] = [index % 32, Math.floor(index / 32) % 32];
  return id.slice(0, -2) + following(id.at(-2), beforeLast) + following(id.at(-1), last);
}

function following(character = '0', count: number): string {
  return alphabet.charAt((alphabet.indexOf(character) + count) % alphabet.length);
}
