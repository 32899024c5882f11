import type { AuditAction } from '@partner-rating/service/src/platform/audit/store/audit.ts';
import { expectEqual, expectThat } from '../finding.ts';
import { browserOf } from './browser.ts';
import { nextCode } from './code-app.ts';
import { fieldsOf } from './forms.ts';
import type { Answer } from './network.ts';
import type { KnownOperator } from './people.ts';
import type { World } from './world.ts';

const LOG_IN = '/operator/log-in';

/** What an action requests where it opens a page as an operator. */
export const OPERATOR_LOG_IN = `POST ${LOG_IN}`;

const MINUTE = 60_000;
const IDLE = 30 * MINUTE;
const MAX_SESSION = 12 * 60 * MINUTE;

/** A page as an operator, who logs in where they have to, and only then. */
export async function openAsOperator(
  world: World,
  operator: KnownOperator,
  path: string,
): Promise<Answer> {
  const page = await browserOf(world, operator.name).open(path);
  if (!isLogIn(page)) {
    expectThat(
      mayBeLoggedIn(world, operator),
      () => `The session of the operator ${operator.name} is over, and still shows ${path}.`,
    );
    noteUse(world, operator);
    return page;
  }
  expectThat(
    mayBeLoggedOut(world, operator),
    () => `The operator ${operator.name} is logged in, and has to log in for ${path}.`,
  );
  const answer = await logInAsOperator(world, operator, page);
  expectThat(
    answer.statusCode === 303,
    () => `The operator ${operator.name} cannot log in: ${answer.body}`,
  );
  return await browserOf(world, operator.name).follow(answer);
}

/** Whether a page is shown to operators alone, and asks who is there. */
export const isLogIn = ({ body }: Answer): boolean => body.includes(`action="${LOG_IN}"`);

/** Sends the log-in form with the right password and the next code; where the service died, with the one after it. */
async function logInAsOperator(
  world: World,
  operator: KnownOperator,
  page: Answer,
): Promise<Answer> {
  const { name, password, app } = operator;
  const begun = world.crashes;
  for (;;) {
    const { crashes } = world;
    const code = await nextCode(world, app);
    const answer = await browserOf(world, name).submit(page, LOG_IN, { name, password, code });
    if (answer.statusCode === 303) {
      const { now } = world.time;
      operator.session = { begunAt: now, usedAt: now };
      noteAct(world, { operator, action: 'log_in.succeeded', crashes: begun });
    }
    // The code was used up where its answer was lost.
    if (answer.statusCode !== 422 || world.crashes === crashes) return answer;
  }
}

/** Logs an operator out. */
export async function submitLogOut(world: World, operator: KnownOperator): Promise<void> {
  const page = await openAsOperator(world, operator, '/operator');
  const { crashes } = world;
  await browserOf(world, operator.name).submit(page, '/operator/log-out', {});
  operator.session = null;
  noteAct(world, { operator, action: 'operator.logged_out', crashes });
}

/** Sends a form of a page, as the page filled it in but for these values. */
async function submitAsOperator(
  world: World,
  { operator, path, act, opened, values = {} }: OperatorForm,
): Promise<Answer> {
  const page = opened ?? (await openAsOperator(world, operator, path));
  const fields = fieldsOf(page, act);
  for (const [name, value] of Object.entries(values)) fields.set(name, value);
  const answer = await browserOf(world, operator.name).post(path, fields);
  noteUse(world, operator);
  return answer.body.includes('name="proof_code"')
    ? await proveAgain(world, operator, { path, asked: answer })
    : answer;
}

/** Gives password and code again, where a form asks for them; where the service died, with the code after it. */
async function proveAgain(
  world: World,
  operator: KnownOperator,
  { path, asked }: { path: string; asked: Answer },
): Promise<Answer> {
  const { name, password, app } = operator;
  const begun = world.crashes;
  for (;;) {
    const { crashes } = world;
    const proof = { proof_password: password, proof_code: await nextCode(world, app) };
    const answer = await browserOf(world, name).submit(asked, path, proof);
    if (!answer.body.includes('name="proof_code"')) {
      noteAct(world, { operator, action: 'log_in.proved', crashes: begun });
      return answer;
    }
    // The code was used up where its answer was lost.
    expectThat(world.crashes > crashes, () => `${name} cannot prove who they are: ${answer.body}`);
  }
}

interface OperatorForm {
  operator: KnownOperator;
  /** Of the page, to which the form is sent. */
  path: string;
  /** By which the page knows its forms. */
  act: string;
  /** The page as it was opened before; it is opened now where left out. */
  opened?: Answer;
  values?: Record<string, string>;
}

/** Sends a form that must be refused. */
export async function expectRefused(world: World, form: OperatorForm, what: string): Promise<void> {
  const { statusCode } = await submitAsOperator(world, form);
  expectEqual(statusCode, 422, what);
}

interface OperatorDeed extends OperatorForm {
  /** How the audit names what the form does. */
  action: AuditAction;
  /** Whether it changes something for sure, unless it is refused. */
  isCertain?: boolean;
}

/** The same of a form that may be refused. */
export async function tryAsOperator(
  world: World,
  { action, isCertain = true, ...form }: OperatorDeed,
): Promise<Answer> {
  const { crashes } = world;
  const answer = await submitAsOperator(world, form);
  const isDone = answer.statusCode < 400;
  if (isDone || world.crashes > crashes) {
    noteAct(world, { operator: form.operator, action, crashes, isDone: isDone && isCertain });
  }
  return answer;
}

/** The same of a form that must not be refused, but where the service died and had done it before. */
export async function actAsOperator(world: World, deed: OperatorDeed): Promise<Answer> {
  const { crashes } = world;
  const answer = await tryAsOperator(world, deed);
  expectThat(
    answer.statusCode < 400 || world.crashes > crashes,
    () => `${deed.path} does not ${deed.act} for ${deed.operator.name}: ${answer.body}`,
  );
  return answer;
}

/** Notes what must stand in the audit; `crashes` are those that there were before. */
export function noteAct(
  world: World,
  {
    operator: { name },
    action,
    crashes,
    isDone = true,
  }: { operator: KnownOperator; action: AuditAction; crashes: number; isDone?: boolean },
): void {
  const atLeast = isDone ? 1 : 0;
  const atMost = world.crashes > crashes ? 2 : 1;
  world.model.acts.push({ operator: name, action, atLeast, atMost });
}

function noteUse({ time }: World, { session }: KnownOperator): void {
  if (session !== null) session.usedAt = time.now;
}

function mayBeLoggedIn({ time }: World, { session }: KnownOperator): boolean {
  return (
    session !== null && time.now - session.begunAt < MAX_SESSION && time.now - session.usedAt < IDLE
  );
}

// The last use is written down once a minute.
function mayBeLoggedOut({ time }: World, { session }: KnownOperator): boolean {
  return (
    session === null ||
    time.now - session.begunAt >= MAX_SESSION - MINUTE ||
    time.now - session.usedAt >= IDLE - MINUTE
  );
}
