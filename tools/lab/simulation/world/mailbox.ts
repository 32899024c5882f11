import type { World } from './world.ts';

const UNTIL_MAILED = 3_000;

/**
 * Does something that sends a mail with a link, and waits for the mail. Returns null if none
 * arrives.
 */
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
