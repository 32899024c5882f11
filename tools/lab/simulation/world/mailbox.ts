import type { World } from './world.ts';

const UNTIL_MAILED = 3_000;

const MAILS_AN_HOUR = 5;

// Longer than an hour, because the service may count a mail long after somebody asked, for example after a crash.
const COUNTED_FOR = 90 * 60_000;

/** Notes that somebody asks for a mail. Returns false if the service may refuse it, because there were too many. */
export function noteRequestedMail({ model, time }: World, who: string): boolean {
  const since = time.now - COUNTED_FOR;
  const recent = model.requestedMails.filter((one) => one.who === who && one.at > since);
  if (recent.length >= MAILS_AN_HOUR) return false;
  model.requestedMails.push({ who, at: time.now });
  return true;
}

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
