/**
 * SQL for whether every token of `tokens` (a `text[]`) fits the name of the row `member` as strangers
 * may search it: a whole word of the name, or from two letters on the beginning of a word of the first
 * name, which is shown. Parts of the last name, which is not, find nobody.
 */
export function nameFits(tokens: string): string {
  return `not exists (
    select from unnest(${tokens}) as asked (token)
    where not (
      (' ' || member.name_folded || ' ') like '% ' || token || ' %'
      or length(token) >= 2 and (' ' || member.name_order) like '% ' || token || '%'
    )
  )`;
}

/** SQL for the words of `name_word` that a token may fit: they lie between `from` and `to`. */
export function tokensWithin(from: string, to: string): string {
  return `select word from name_word where word >= ${from} and word <= ${to}`;
}

/** The last word that begins with a token, in the order of `name_word`. */
export function lastTokenWith(token: string): string {
  return `${token}\u{10ffff}`;
}
