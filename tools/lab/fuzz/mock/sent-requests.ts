import { randomUUID } from 'node:crypto';
import type { Operation } from '@partner-rating/spec/document';
import type { FuzzFixture } from '../fixture.ts';
import { onWire, type ValidRequest, type WireRequest } from '../requests.ts';
import type { Known } from '../values.ts';
import { send } from '../wire.ts';

// Placeholders in the document's examples, which are replaced with existing values.
const things = [
  'MatchInput',
  'MatchReplacementInput',
  'TournamentMatchInput',
  'PlannedMatch',
  'MatchId',
  'DeliveryId',
  'EndpointId',
  'ClientIdentifier',
  'players',
];

/** The existing values for successful requests. */
export function knownThings({ known, connectedPlayer, apiKey }: FuzzFixture): Known {
  const first = (name: string) => known[name]?.slice(0, 1) ?? [];
  return {
    ...Object.fromEntries(Object.entries(known).filter(([name]) => things.includes(name))),
    MemberReference: [connectedPlayer],
    memberId: [connectedPlayer],
    ids: [connectedPlayer],
    player_id: [connectedPlayer],
    redirect_uri: first('redirect_uri'),
    request_uri: first('request_uri'),
    WebhookUrl: first('WebhookUrl'),
    client_secret: [apiKey],
  };
}

/** Returns a request with its single-use values replaced: an id, a code, a token, a cursor. */
export async function sentRequest(
  operation: Operation,
  sent: ValidRequest,
  fixture: FuzzFixture,
): Promise<WireRequest> {
  const { contentType, body } = sent;
  const fields = { ...(body as Record<string, unknown> | undefined) };
  const verifier = 'code_verifier' in fields;
  if ('code' in fields) fields.code = await fixture.newCode(verifier ? challenge : null);
  if ('refresh_token' in fields) fields.refresh_token = await fixture.newRefreshToken();
  if (Array.isArray(fields.matches)) fields.matches = fields.matches.map(renamed);
  if ('identifier' in fields) Object.assign(fields, renamed(fields));

  const [credential = {}] = fixture.credentials(operation);
  const parameters = sent.parameters.map(([parameter, value]): (typeof sent.parameters)[number] => [
    parameter,
    parameter.name === 'Idempotency-Key' ? randomUUID() : value,
  ]);
  const request = { parameters, contentType, body: body === undefined ? undefined : fields };
  const hasCursor = parameters.some(([{ name }]) => name === 'cursor');
  const complete = hasCursor ? await withCursor(operation, request, fixture) : request;
  return onWire(operation, complete, 'client_secret' in fields ? {} : credential);
}

// The challenge of the verifier in the document's examples (RFC 7636 appendix B).
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

/** An earlier batch may have used this id with other content. */
function renamed<Match extends object>(match: Match): Match {
  return 'identifier' in match ? { ...match, identifier: `match-${randomUUID()}` } : match;
}

async function withCursor(
  operation: Operation,
  request: ValidRequest,
  fixture: FuzzFixture,
): Promise<ValidRequest> {
  const limit = operation.parameters.find(({ name }) => name === 'limit');
  if (limit === undefined) throw new Error(`${operation.id} has a cursor but no limit.`);
  const others = request.parameters.filter(([{ name }]) => name !== 'cursor');
  const [credential = {}] = fixture.credentials(operation);
  const parameters: ValidRequest['parameters'] = [...others, [limit, 1]];
  const first = await send(
    fixture.baseUrl,
    onWire(operation, { ...request, parameters }, credential),
  );
  const { nextCursor } = JSON.parse(first.body) as { nextCursor?: string | null };
  return {
    ...request,
    // A list with one item has no cursor. The request then sends an unknown one, which is refused.
    parameters: request.parameters.map(([parameter, value]) => [
      parameter,
      parameter.name === 'cursor' ? (nextCursor ?? value) : value,
    ]),
  };
}
