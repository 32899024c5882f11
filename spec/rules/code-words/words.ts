import type { Kind } from './typescript-texts.ts';

/** A word that we do not use, and its replacement. */
export interface Word {
  /**
   * Whole words as a regular expression. Names are first split into words in lower case, with single spaces between them:
   * `heldUntil` is matched as `held until`. `^` and `$` are the ends of a name or a text.
   */
  not: string;
  /** The better word, or several to choose from. */
  use: string;
  /** Where to look for the word. Default: everywhere. */
  in?: readonly Kind[];
  /** Look only in files whose path contains this. Default: all files. */
  under?: string;
}

const names = ['name'] as const;
const texts = ['comment', 'string', 'prose'] as const;

/** Words that nobody uses any more, and words with a meaning that only this project gave them. */
const archaic: Word[] = [
  { not: 'lest', use: 'so that … not' },
  { not: 'hasten(s|ed|ing)?', use: 'expedite' },
  { not: 'mend(s|ed|ing)?', use: 'fix' },
  { not: 'anew|afresh', use: 'again, or recreate, rebuild, requeue' },
  { not: 'bears?|borne|bearers', use: 'has, carries or matches' },
  { not: 'who(so)?(ever|mever)', use: 'anyone who, or the one who' },
  { not: '(there|where)(of|by|in|upon|with|unto)|wherefore', use: 'of it, by which, so' },
  { not: '(hence|thence|whence)(forth|forward)?', use: 'so, or from there' },
  { not: 'here(by|of|upon|with|tofore|unto)|hitherto|forthwith', use: 'now, or until now' },
  { not: 'whilst|amongst|albeit|betwixt|unto|nigh|aught|nought', use: 'while, among, although' },
  { not: 'else (it|they|there) (were|would|could|might)', use: 'otherwise it would' },
  { not: 'heed(s|ed|ing)?', use: 'follow, or respect' },
  { not: 'seldom', use: 'rarely' },
  { not: 'in vain', use: 'for nothing' },
  { not: 'dearer', use: 'more expensive' },
  { not: 'hinder(s|ed|ing)?|hindrances?', use: 'prevent, or warning' },
  { not: 'lapse[sd]?|lapsing', use: 'expire' },
  { not: 'sound(ness)?', use: 'valid' },
  { not: 'patience', use: 'timeout' },
  { not: 'be it that', use: 'after, or whether … or …', in: texts },
  { not: 'to be had', use: 'available', in: texts },
  { not: 'of before', use: 'the earlier, old or previous one', in: texts },
];

/** Words with several meanings, each with the exact words. */
const ambiguous: Word[] = [
  {
    not: '(tells?|told|telling)(?!( \\S+){0,4} apart)',
    use: 'say, return, record, log, describe, notify; recorder',
  },
  {
    not: 'turns?(?! (off|on|into|around|away|out))',
    use: 'slot, mutex, yield or round',
    in: names,
  },
  {
    not: '(its|their|the|a|one|whose|each|every|same|next|other|last|void|rating) turns?(?! (off|on))',
    use: 'slot, lock, round, or tick of the event loop',
    in: texts,
  },
  { not: 'places?', use: 'position (order), index (array) or location (city)', in: names },
  { not: '(a|per|each) steps?', use: 'per batch, or per chunk', in: names },
  { not: '^(try )?hold(s|ing)? .+', use: 'lock…, lock…Exclusive or store…', in: names },
  { not: '^share (?!of|look).+', use: 'lock…Shared', in: names },
  { not: '^keep(s|ing)?(?! alive).*|kept', use: 'store, cache or retain', in: names },
  { not: '^((most(?! selective)|largest|greatest)( .+)?|longest .+)', use: 'max', in: names },
  { not: '^((smallest|fewest)( .+)?|(least|shortest) .+)', use: 'min', in: names },
  { not: 'presets?', use: 'default', in: ['name', 'comment', 'string'] },
  { not: '(?<!time )(spend(s|ing)?|spent)(?! (on|in|waiting|time))', use: 'consume' },
  { not: '^use (code|token|request|refresh token)$', use: 'consume', in: names },
  { not: 'births?(?! (dates?|years?|day|range))', use: 'issuedFrom', in: names, under: 'oauth/' },
  { not: 'born (of|from)', use: 'issued from' },
  // "Bearer token" and the HTTP scheme "Bearer" are right, so only "a bearer" and columns of that name match.
  {
    not: 'bearer(?! (tokens?|methods?))',
    use: 'match, candidate or identity',
    in: names,
    under: 'service/src/',
  },
  {
    not: '(an?|the|each|every|no|one) bearer(?! (tokens?|scheme|challenge))|bearer\\.[a-z]+',
    use: 'match, candidate, or the person who has it',
    in: texts,
  },
  { not: '^(saving|appending) .+', use: 'a name that says it is a query', in: names },
];

/** Private names of this project, each with the usual technical terms. */
const terms: Word[] = [
  {
    not: 'silence( watch)?|shows life|fall silent|is looking',
    use: 'health probe, circuit breaker: open, closed, probe, trip, reset',
    in: names,
  },
  { not: 'is out', use: 'isOpen', in: names, under: 'database/' },
  { not: 'gather(s|ed|ing)? (questions|while busy)', use: 'batch loader' },
  { not: 'shared? look ?ups', use: 'single-flight' },
  { not: 'free left', use: 'releaseStaleLeases' },
  { not: '^at once$', use: 'expedite', in: ['string'], under: 'webhooks/' },
  { not: '^as it is$', use: 'noop', in: ['string'], under: 'webhooks/' },
  { not: 'stretch(es)?', use: 'bucket', in: names },
  { not: 'tall(y|ies|ied)', use: 'bucket count', in: ['name', 'comment', 'string'] },
  { not: 'kinds?', use: 'segment', in: names, under: 'leaderboard/store/' },
  { not: 'moves?', use: 'delta', in: names, under: 'leaderboard/' },
  { not: 'depths?', use: 'distance from the top', in: names, under: 'leaderboard/' },
  { not: 'rarest', use: 'most selective', in: names },
  { not: 'pieces?', use: 'trigram', in: names, under: 'members/' },
  { not: 'words?', use: 'token', in: names, under: 'members/search/' },
  { not: 'effort', use: 'cost', in: names },
  { not: 'stages?', use: 'environment', in: names, under: 'lab/examples/' },
  { not: 'aside', use: 'fork', in: names, under: 'lab/examples/' },
  { not: 'cast', use: 'actors', in: names },
  { not: 'chapters?', use: 'scenario' },
  { not: 'stand ins?', use: 'placeholder', in: names },
  { not: 'ground', use: 'fixture or harness', in: names },
  { not: 'way on', use: 'nextStep', in: names },
  { not: 'circumstances', use: 'context', in: names },
  { not: 'figures', use: 'stats', in: names, under: 'service/src/' },
  { not: 'pending answer', use: 'ResponsePromise', in: names },
  { not: 'answer with response', use: 'WithResponse', in: names },
  { not: 'ready answer', use: 'a Response that is ready', in: names },
];

export const words: readonly Word[] = [...archaic, ...ambiguous, ...terms];
