import { createSend, environments, membersGet } from '@partner-rating/client/operations';

const send = createSend({
  apiKey: process.env.SERVICE_API_KEY ?? '',
  baseUrl: environments.local,
});

/** The name of a member. */
export async function nameOf(memberId: string): Promise<string> {
  const { displayName } = await send(membersGet, { query: { memberId } });
  return displayName;
}
