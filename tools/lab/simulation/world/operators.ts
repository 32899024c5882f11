import type { AuditAction } from '@partner-rating/service/src/platform/audit/store/audit.ts';
import { expectEqual, expectThat } from '../finding.ts';
import { browserOf } from './browser.ts';
import { nextCode } from './code-app.ts';
import { fieldsOf } from './forms.ts';
import type { Answer } from './network.ts';
import type { KnownOperator } from './people.ts';
import type { World } from './world.ts';

const LOG_IN = '/operator/log-in';

/** The pages that an action requests if it opens a page as an operator. */
export const OPERATOR_LOG_IN = `POST ${LOG_IN}`;

const MINUTE = 60_000;
const IDLE = 30 * MINUTE;
const MAX_SESSION = 12 * 60 * MINUTE;

/** Opens a page as an operator. The operator logs in only if the session has ended. */
export async function openAsOperator(
  world: World,
  operator: KnownOperator,
  path: string,
): Promise<Answer> {
  const page = await browserOf(world, operator.name).open(path);
  if (!isLogIn(page)) {
    expectThat(
      mayBeLoggedIn(world, operator),
      () => `The session of the operator ${operator.name} has ended, but still shows ${path}.`,
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

/** Whether a page is only for operators, and asks for a log-in. */
export const isLogIn = ({ body }: Answer): boolean => body.includes(`action="${LOG_IN}"`);

/**
 * Submits the log-in form with the right password and the next code. If the service crashed,
 * submits the code after it.
 */
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
    // If the response was lost, the code is used up.
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

/** Submits a form with the page's values, except for these. */
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

/**
 * Submits password and code again if a form asks for them. If the service crashed, submits the code
 * after it.
 */
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
    // If the response was lost, the code is used up.
    expectThat(world.crashes > crashes, () => `${name} cannot prove who they are: ${answer.body}`);
  }
}

interface OperatorForm {
  operator: KnownOperator;
  /** The path of the page to which the form is sent. */
  path: string;
  /** The field by which the page recognizes its forms. */
  act: string;
  /** The page as it was opened before. Default: it is opened now. */
  opened?: Answer;
  values?: Record<string, string>;
}

/** Submits a form that must be refused. */
export async function expectRefused(world: World, form: OperatorForm, what: string): Promise<void> {
  const { statusCode } = await submitAsOperator(world, form);
  expectEqual(statusCode, 422, what);
}

interface OperatorDeed extends OperatorForm {
  /** The action's name in the audit. */
  action: AuditAction;
  /** Whether the form certainly changes something, unless it is refused. */
  isCertain?: boolean;
}

/** Submits a form that may be refused, and notes what the audit must list. */
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

/** Submits a form that must be accepted, unless it was already applied before a crash. */
export async function actAsOperator(world: World, deed: OperatorDeed): Promise<Answer> {
  const { crashes } = world;
  const answer = await tryAsOperator(world, deed);
  expectThat(
    answer.statusCode < 400 || world.crashes > crashes,
    () => `${deed.path} does not ${deed.act} for ${deed.operator.name}: ${answer.body}`,
  );
  return answer;
}

/** Adds what the audit must contain. `crashes` is the number of crashes before. */
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

// The last use is stored once a minute.
function mayBeLoggedOut({ time }: World, { session }: KnownOperator): boolean {
  return (
    session === null ||
    time.now - session.begunAt >= MAX_SESSION - MINUTE ||
    time.now - session.usedAt >= IDLE - MINUTE
  );
}
