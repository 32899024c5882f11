import { ageOn } from '@partner-rating/ratings';
import { toDay } from '../../ratings/domain/player.ts';
import { foldText } from '../domain/names.ts';
import type { SearchQuery } from '../search/domain/search-query.ts';
import { type ClubMember, clubDay } from './search-club.ts';

/** Returns the players that a search must find, in order: the text of the contract as a loop over everybody. */
export function naiveSearch(club: readonly ClubMember[], query: SearchQuery): ClubMember[] {
  return club.filter((member) => fits(member, query)).sort(comparison(query));
}

function fits(member: ClubMember, query: SearchQuery): boolean {
  return (
    (member.is_ghost ? isOwnGhostNamed(member, query) : member.is_discoverable) &&
    member.mergedInto === null &&
    (member.isConnected || !looksAtHidden(query)) &&
    fitsName(member, query.name) &&
    isCalled(member, query.memberId) &&
    isSameLocation(member.city, query.city) &&
    isSameLocation(member.state, query.state) &&
    isSame(member.zip, query.zip) &&
    isSame(member.country, query.country) &&
    isSame(member.gender, query.gender) &&
    isSame(member.is_vairified, query.isVairified) &&
    isSame(member.is_wheelchair, query.isWheelchair) &&
    fitsAge(member, query) &&
    fitsRatings(member, query)
  );
}

// A ghost (a member without an account) is found only by name or id, and only by the application that created it.
function isOwnGhostNamed({ isConnected }: ClubMember, query: SearchQuery): boolean {
  const isNamed = query.name !== undefined || query.memberId !== undefined;
  return isConnected && isNamed && !looksAtHidden(query);
}

// Strangers may search only by the ages of divisions, because the brackets of ratings show these.
const divisions = [
  [12, 13],
  [14, 15],
  [16, 18],
  ...[35, 40, 50, 60, 70].map((from) => [from, undefined]),
];

function looksAtHidden({ zip, isWheelchair, age, minAge = age, maxAge = age }: SearchQuery) {
  const isOfAges = minAge !== undefined || maxAge !== undefined;
  const isOfDivision = divisions.some(([from, to]) => from === minAge && to === maxAge);
  return zip !== undefined || isWheelchair !== undefined || (isOfAges && !isOfDivision);
}

function fitsName(member: ClubMember, name: string | undefined): boolean {
  if (name === undefined) return true;
  const full = foldText(`${member.first_name} ${member.last_name}`);
  const words = full.split(' ');
  const [initial = ''] = new Intl.Segmenter().segment(member.last_name);
  const shown = foldText(`${initial === '' ? '' : initial.segment} ${member.first_name}`);
  return foldText(name)
    .split(' ')
    .every((token) => {
      const letters = Array.from(token).length;
      const begins = shown.split(' ').some((word) => word.startsWith(token));
      return (
        token !== '' &&
        (words.includes(token) ||
          (letters >= 2 && begins) ||
          (letters >= 3 && member.isConnected && full.includes(token)))
      );
    });
}

function isCalled(member: ClubMember, reference: string | undefined): boolean {
  return reference === undefined || [member.id, String(member.memberNumber)].includes(reference);
}

function isSameLocation(location: string | null, asked: string | undefined): boolean {
  if (asked === undefined) return true;
  const folded = foldText(asked);
  return location !== null && folded !== '' && foldText(location) === folded;
}

function isSame<Value>(value: Value | null, asked: Value | undefined): boolean {
  return asked === undefined || value === asked;
}

function fitsAge(member: ClubMember, { age, minAge = age, maxAge = age }: SearchQuery): boolean {
  if (minAge === undefined && maxAge === undefined) return true;
  if (member.birth_date === null) return false;
  const years = ageOn(member.birth_date, toDay(clubDay));
  return years >= (minAge ?? years) && years <= (maxAge ?? years);
}

function fitsRatings(member: ClubMember, query: SearchQuery): boolean {
  const { sport: sports, minRating, maxRating, sort } = query;
  if (sports === undefined) return true;
  if (!sports.some((sport) => member.ratings.has(`${sport} overall-open`))) return false;
  if (minRating === undefined && maxRating === undefined && sort !== 'rating') return true;
  const rating = ratingOf(member, query);
  return rating !== undefined && rating >= (minRating ?? rating) && rating <= (maxRating ?? rating);
}

function ratingOf(member: ClubMember, query: SearchQuery): number | undefined {
  return member.ratings.get(`${query.sport?.[0]} ${query.bracket ?? 'overall-open'}`);
}

function comparison(query: SearchQuery): (one: ClubMember, other: ClubMember) => number {
  const byNumber = (one: ClubMember, other: ClubMember) => one.memberNumber - other.memberNumber;
  if (query.sort === 'rating') {
    return (one, other) =>
      (ratingOf(other, query) ?? 0) - (ratingOf(one, query) ?? 0) || byNumber(one, other);
  }
  if (query.sort === 'activity') {
    return (one, other) => lastPlayed(other) - lastPlayed(one) || byNumber(one, other);
  }
  return (one, other) => Buffer.compare(nameBytes(one), nameBytes(other)) || byNumber(one, other);
}

// Below any date. Not -Infinity, because it is subtracted from itself.
const NEVER = -Number.MAX_SAFE_INTEGER;

function lastPlayed(member: ClubMember): number {
  return Math.max(NEVER, ...member.played.map((date) => date.getTime()));
}

function nameBytes(member: ClubMember): Buffer {
  return Buffer.from(foldText(`${Array.from(member.last_name)[0] ?? ''} ${member.first_name}`));
}
