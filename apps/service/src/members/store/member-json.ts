import { lossPerDay, sports } from '@partner-rating/ratings';
import { ownGhostText } from '../../ratings/store/players.ts';
import { parametersInUse } from '../../ratings/store/sport-parameters.ts';
import {
  fieldNeeds,
  hiddenOfChildren,
  type MemberField,
  RATINGS_SCOPE,
} from '../domain/visibility.ts';

/** SQL expressions from which the JSON of a member is built. */
interface MemberJsonSource {
  /** The granted scopes. Null for the public card. */
  granted: string;
  /** Whether the member is connected to the application that asks. */
  isConnected: string;
  /** Whether the ratings may be shown: `ratingsAreShown` of `connectionJoin`. */
  ratingsAreShown: string;
  /** The sports whose ratings to return, as `text[]`. Null for all. */
  sports: string;
  /** The day for which the age is computed. */
  today: string;
  /** The present time, as `timestamptz`: the reliability of a rating falls with absence. */
  now: string;
}

/**
 * Returns SQL for the JSON text of the row `member`, as far as a caller may see it: `members/domain/visibility.ts` decides
 * that for every operation. The scopes come from `connectionJoin`, and `isShown` decides whether the member is shown at
 * all. PostgreSQL renders the text, because parsing and writing a hundred members takes longer than reading them.
 */
export function memberJson({
  granted,
  isConnected,
  ratingsAreShown,
  sports,
  today,
  now,
}: MemberJsonSource): string {
  const ifNeeded = (need: (typeof fieldNeeds)[MemberField], value: string) =>
    need === 'card' ? value : `case when '${need}' = any(${granted}) then ${value} end`;
  const unlessChild = (name: MemberField, value: string) =>
    hiddenOfChildren.includes(name)
      ? `case when coalesce(member.protected_until <= ${today}, true) then ${value} end`
      : value;
  const field = (name: Exclude<MemberField, 'sport' | 'id'>, value: string) =>
    `',"${name.replace('status.', '')}":' || to_json(${ifNeeded(fieldNeeds[name], unlessChild(name, value))})`;
  // `concat` ignores null, so a null value leaves out its name too.
  return `
    concat(
      '{"id":"', member.id, '"',
      ${field('memberId', 'member.member_number')},
      ${field('firstName', 'member.first_name')},
      ${field('lastName', 'member.last_name')},
      ${field('fullName', "member.first_name || ' ' || member.last_name")},
      ${field('displayName', 'member.display_name')},
      ${field('age', `extract(year from age(${today}, member.birth_date))`)},
      ${field('city', 'member.city')},
      ${field('state', 'member.state')},
      ${field('zip', 'member.zip')},
      ${field('country', 'member.country')},
      ${field('gender', 'member.gender')},
      ',"status":{"isVairified":', to_json(member.is_vairified),
      ${field('status.isWheelchair', 'member.is_wheelchair')},
      ${field('status.isConnected', isConnected)},
      ${field('status.isGhost', 'member.is_ghost')},
      '}',
      ${field('email', 'member.email')},
      ${field('grantedScopes', granted)}
    )
    || case when ${ratingsAreShown}
      then ',"sport":' || ${sportJson(sports, now)}
      else ''
    end
    || '}'`;
}

// As text, because JSON built of JSON is copied at every level, and ratings are most of a response. Sports and brackets
// are words of the service, so they need no escaping.
function sportJson(sports: string, now: string): string {
  return `coalesce((
      select '{' || string_agg(
        '"' || sport || '":{' || primary_numbers || ',"splits":{' || splits || '}}',
        ',' order by sport collate "C"
      ) || '}'
      from (
        select
          sport,
          max(numbers) filter (where bracket = 'overall-open') as primary_numbers,
          string_agg(
            '"' || bracket || '":{' || numbers || '}',
            ',' order by bracket <> 'overall-open', bracket collate "C"
          ) as splits
        from (
          select sport, bracket,
            '"R":' || rating || ',"reliability":' || (${standingReliability(now)}) || ',"games":' || games as numbers
          from rating
          where rating.member_id = member.id and (${sports} is null or sport = any(${sports}))
          offset 0
        ) as rated
        group by sport
        having bool_or(bracket = 'overall-open')
      ) as by_sport
    ), '{}')`;
}

interface ConnectionSource {
  applicationId: string;
  /** The scopes of an access token, which replace those of the connection. Null for a key. */
  tokenScopes: string;
}

/**
 * Returns SQL that joins the connection of the row `member` to the application that asks, as `connected`. Its columns are
 * null without a connection, and `granted` also after the connection ended.
 */
export function connectionJoin({ applicationId, tokenScopes }: ConnectionSource): string {
  return `
    left join lateral (
      select
        id, scopes, revoked_at, last_used_at,
        case when revoked_at is null and 'user:profile:read' = any(scopes)
          then coalesce(${tokenScopes}, scopes)
        end as granted
      from connection
      where application_id = ${applicationId} and member_id = member.id
      offset 0
    ) as connected on true`;
}

/** A connection without `user:rating:read` hides the member's ratings everywhere, on the public card too. */
export const ratingsAreShown = `(
  connected.granted is null or '${RATINGS_SCOPE}' = any(connected.granted)
)`;

export const isConnected = '(connected.id is not null and connected.revoked_at is null)';

/** A hidden member is visible to connected applications, a ghost (a member without an account) to its creator. */
export const isShown = (applicationId: string) => `(
  member.is_discoverable or connected.granted is not null or ${ownGhostText(applicationId)}
)`;

/**
 * Returns SQL for the reliability of the row `rating` at a time, a `timestamptz`: the same as `reliabilityAfterAbsence`,
 * for responses that the database renders.
 */
export function standingReliability(now: string): string {
  const losses = sports.map((sport) => `when '${sport}' then ${lossPerDay(sport)}`);
  const days = `extract(epoch from ${now} - rating.last_played_at)::double precision / 86400`;
  // The value does not depend on a row, so PostgreSQL reads it once.
  const chosen = `(
    select jsonb_object_agg(sport, loss_per_day) from (${parametersInUse}) as chosen
    where loss_per_day is not null
  )`;
  return `case
    when rating.last_played_at >= ${now} or rating.last_played_at is null then rating.reliability
    else floor(greatest(0, rating.reliability - coalesce(
      (${chosen} ->> rating.sport)::double precision,
      case rating.sport ${losses.join(' ')} else ${lossPerDay('')} end
    ) * (${days})) * 100 + 0.5) / 100
  end`;
}
