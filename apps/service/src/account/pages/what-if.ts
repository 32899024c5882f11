import { sports } from '@partner-rating/ratings';
import { readSearch } from '../../members/search/domain/search-query.ts';
import { findPlayers } from '../../members/search/find-players.ts';
import { findMembers } from '../../members/store/members.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Database, MemberRow } from '../../platform/database/schema.ts';
import { type HtmlAnswer, htmlAnswer } from '../../platform/pages/answer.ts';
import { percentText } from '../../platform/pages/domain/locale.ts';
import { type ImaginedMatch, imagineMatch } from '../../predictions/imagine-match.ts';
import { toDay } from '../../ratings/domain/player.ts';
import { sportName } from '../../ratings/domain/sports.ts';
import { changeText, isProvisional } from '../domain/rating-words.ts';
import { accountTexts } from '../domain/texts.ts';
import { ACCOUNT_PATH, type LoggedInPlayer, playerMenu } from './account-form.ts';
import { renderAccountPage } from './render-page.ts';

export const WHAT_IF_PATH = '/account/what-if';

const MAX_TEAM = 2;

const MAX_FOUND = 10;

const MAX_NAME = 100;

const memberId = /^mem_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** The parameters of the page's address. */
interface Asked {
  sport: string;
  partners: string[];
  opponents: string[];
  name: string;
}

/** Returns the page where players choose a teammate and opponents, and see their chance and the effect of a match. */
export async function whatIfPage(
  dependencies: Dependencies,
  player: LoggedInPlayer,
  url: string,
): Promise<HtmlAnswer<200>> {
  const { database } = dependencies;
  const asked = readAsked(url, player.memberId);
  const { sport, name } = asked;
  const people = await findPeople(database, [...asked.partners, ...asked.opponents]);
  const chosen = {
    ...asked,
    partners: asked.partners.filter((id) => people.has(id)),
    opponents: asked.opponents.filter((id) => people.has(id)),
  };
  const own = [player.memberId, ...chosen.partners];
  const isWhole = own.length === chosen.opponents.length;
  const imagined = isWhole
    ? await imagineMatch(dependencies, { sport, own, others: chosen.opponents })
    : null;
  const found = name === '' ? [] : await findByName(dependencies, name);
  const taken = new Set([...own, ...chosen.opponents]);
  const shownTeam = (side: Side) =>
    chosen[side].map((id) => ({
      name: people.get(id)?.display_name ?? '',
      address: addressOf({ ...chosen, [side]: chosen[side].filter((other) => other !== id) }),
    }));
  const page = renderAccountPage('what-if', {
    title: accountTexts().whatIf.title,
    menu: playerMenu(player, ACCOUNT_PATH),
    action: WHAT_IF_PATH,
    sports: sports.map((code) => ({ code, name: sportName(code), isChosen: code === sport })),
    ...{ name, partnerIds: chosen.partners, opponentIds: chosen.opponents },
    partners: shownTeam('partners'),
    opponents: shownTeam('opponents'),
    found: found
      .filter(({ id }) => !taken.has(id))
      .map((one) => ({
        name: one.display_name,
        city: one.city,
        asPartner: addressWith(chosen, 'partners', one.id),
        asOpponent: addressWith(chosen, 'opponents', one.id),
      })),
    hint:
      isWhole && imagined === null
        ? accountTexts().whatIf.hidden
        : isWhole
          ? null
          : missingWords(chosen),
    chance: imagined && shownChance(imagined),
  });
  return htmlAnswer(200, page, { formAction: 'self' });
}

type Side = 'partners' | 'opponents';

function readAsked(url: string, self: string): Asked {
  const query = new URLSearchParams(url.split('?')[1]);
  const seen = new Set([self]);
  const idsOf = (name: string, limit: number) =>
    query
      .getAll(name)
      .filter((id) => memberId.test(id) && !seen.has(id) && seen.add(id))
      .slice(0, limit);
  const sport = query.get('sport') ?? '';
  return {
    sport: sports.find((one) => one === sport) ?? sports[0] ?? '',
    partners: idsOf('partner', MAX_TEAM - 1),
    opponents: idsOf('opponent', MAX_TEAM),
    name: (query.get('name') ?? '').trim().slice(0, MAX_NAME),
  };
}

function addressOf({ sport, partners, opponents }: Omit<Asked, 'name'>): string {
  const query = new URLSearchParams({ sport });
  for (const id of partners) query.append('partner', id);
  for (const id of opponents) query.append('opponent', id);
  return `${WHAT_IF_PATH}?${query}`;
}

/** Returns null if the team is full. */
function addressWith(asked: Asked, side: Side, id: string): string | null {
  const limit = side === 'partners' ? MAX_TEAM - 1 : MAX_TEAM;
  if (asked[side].length >= limit) return null;
  return addressOf({ ...asked, [side]: [...asked[side], id] });
}

/** Returns the people that strangers can find, by id. */
async function findPeople(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, MemberRow>> {
  const members = await findMembers(database, { ids, numbers: [] });
  return new Map(members.filter((one) => one.is_discoverable).map((one) => [one.id, one]));
}

async function findByName({ database, clock }: Dependencies, name: string): Promise<MemberRow[]> {
  const reading = readSearch({ name });
  if (reading.kind === 'invalid') return [];
  const found = await findPlayers(database, {
    search: reading.search,
    applicationId: null,
    range: { after: null, offset: 0, limit: MAX_FOUND },
    today: toDay(clock()),
  });
  const people = await findPeople(
    database,
    found.map(({ id }) => id),
  );
  return found.flatMap(({ id }) => people.get(id) ?? []);
}

function missingWords({ partners, opponents }: Asked): string {
  const { noOpponent, addTeammate, addOpponent } = accountTexts().whatIf;
  if (opponents.length === 0) return noOpponent;
  return opponents.length > partners.length + 1 ? addTeammate : addOpponent;
}

function shownChance({ chance, reliability, effects }: ImaginedMatch) {
  const { roughGuess, oftenWrong, win, loss } = accountTexts().whatIf;
  return {
    chance: percentText(chance),
    certainty: isProvisional(reliability) ? roughGuess : oftenWrong,
    effects: effects.map(({ scores: [own, other], change }) => ({
      score: (own > other ? win : loss)(`${own}–${other}`),
      change: changeText(change),
    })),
  };
}
