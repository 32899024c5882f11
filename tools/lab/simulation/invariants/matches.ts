import { expectThat } from '../finding.ts';
import { get, sendAs } from '../world/network.ts';
import type { World } from '../world/world.ts';

/** Everything acknowledged is stored: each match, each void, each confirmation. */
export async function expectNothingLost(world: World): Promise<void> {
  const { direct, model } = world;
  const stored = new Set(
    (await direct.selectFrom('match').select('id').execute()).map(({ id }) => id),
  );
  const voids = await direct.selectFrom('match_void').select('match_id').execute();
  const voided = new Set(voids.map(({ match_id }) => match_id));
  for (const { id, identifier, isVoided } of [...model.matches, ...model.orphans]) {
    expectThat(stored.has(id), () => `${identifier} (${id}) was acknowledged and is lost.`);
    if (isVoided)
      expectThat(
        voided.has(id),
        () => `The void of ${identifier} (${id}) was acknowledged and is lost.`,
      );
  }
  const participants = await direct
    .selectFrom('match_participant as participant')
    .innerJoin('match', 'match.arrival', 'participant.arrival')
    .innerJoin('member', 'member.member_number', 'participant.member_number')
    .leftJoin('match_response as given', (join) =>
      join
        .onRef('given.arrival', '=', 'participant.arrival')
        .onRef('given.member_number', '=', 'participant.member_number')
        .on('given.response', '=', 'confirmed'),
    )
    .select(['match.id as matchId', 'member.id as memberId'])
    .where(({ or, eb }) =>
      or([eb('participant.is_confirmed', '=', true), eb('given.response', 'is not', null)]),
    )
    .execute();
  const agreed = new Set(participants.map(({ matchId, memberId }) => `${matchId} ${memberId}`));
  for (const key of model.responses.keys()) {
    expectThat(agreed.has(key), () => `A player confirmed a result, and it is lost: ${key}`);
  }
  await expectStatuses(world);
}

const LATEST = 10;

/** The application that reported a voided match sees it as voided. */
async function expectStatuses(world: World): Promise<void> {
  const { model } = world;
  const known = model.matches.filter(({ partner }) => !model.suspended.has(partner)).slice(-LATEST);
  for (const { id, partner, identifier, isVoided } of known) {
    const answer = await sendAs(world, partner, get(`/api/v1/partner/matches/${id}`));
    const { status } = answer.json() as { status: string };
    expectThat(
      (status === 'voided') === isVoided,
      () => `${identifier} is ${isVoided ? '' : 'not '}voided, and is shown as ${status}.`,
    );
  }
}
