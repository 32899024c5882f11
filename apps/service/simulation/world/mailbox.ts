import type { World } from './world.ts';

const UNTIL_MAILED = 3_000;

/** The newest link in the mails to an address; null where there is none. */
export async function linkMailedTo(world: World, email: string): Promise<string | null> {
  await world.time.pass(UNTIL_MAILED);
  await world.time.rest();
  if (world.link.isCut) await world.crash();
  const mail = world.mails.findLast(({ to }) => to === email);
  const link = /https?:\/\/\S+\?token=\S+/.exec(mail?.text ?? '')?.[0];
  return link?.replace(world.dependencies.publicUrl, '') ?? null;
}
