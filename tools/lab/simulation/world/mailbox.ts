import type { World } from './world.ts';

const UNTIL_MAILED = 3_000;

/** Does what sends a mail with a link to an address, and waits for it; null where none comes. */
export async function linkMailedTo(
  world: World,
  email: string,
  ask: () => Promise<void>,
): Promise<string | null> {
  const earlier = world.mails.length;
  await ask();
  await world.time.pass(UNTIL_MAILED);
  await world.time.rest();
  if (world.link.isCut) await world.crash();
  const mail = world.mails.slice(earlier).findLast(({ to }) => to === email);
  const link = /https?:\/\/\S+\?token=\S+/.exec(mail?.text ?? '')?.[0];
  return link?.replace(world.dependencies.publicUrl, '') ?? null;
}
