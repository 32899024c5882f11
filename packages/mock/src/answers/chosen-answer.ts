import type { OperationId } from '@partner-rating/client';
import { ProblemError } from '@partner-rating/server';
import { exampleNames, type Operation, statusOf } from '../contract.ts';
import { findScenario } from '../scenarios/index.ts';
import { preferredAnswer } from './preferences.ts';

const scenarioHeader = 'x-mock-scenario';

/** Which answer of the contract is given. */
export interface Choice {
  status: string;
  /** Undefined where the status has no body. */
  example: string | undefined;
  /**
   * Who chose it. What a request says is echoed in the usual answer; one that a header names is the
   * example as it stands.
   */
  by: 'prefer' | 'scenario' | 'default';
}

/** What a choice is made by. */
export interface ChoosingRequest {
  /** By lower-case name. */
  headers: { readonly [name: string]: string | string[] | undefined };
  query: { readonly [name: string]: unknown };
  contentType: string | undefined;
  body: unknown;
}

/**
 * The answer that is wanted: the one `Prefer` asks for, else that of the scenario, else the usual one.
 *
 * @throws {ProblemError} `validation_failed` where a header names no answer or scenario there is.
 */
export function chosenAnswer(
  operation: Operation,
  request: ChoosingRequest,
  usualScenario: string,
): Choice {
  const preferred = named('prefer', () =>
    preferredAnswer(operation, textOf(request.headers.prefer)),
  );
  const scenario = named(scenarioHeader, () =>
    findScenario(textOf(request.headers[scenarioHeader]) ?? usualScenario),
  );
  if (preferred !== undefined) return { ...preferred, by: 'prefer' };

  const example = scenario.answers?.[operation.id as OperationId] ?? scenario.everywhere;
  const status = statusOf(operation, example);
  const isOtherDialect = isForm(request) && status === '200';
  return status === undefined || isOtherDialect
    ? usualAnswer(operation, request)
    : { status, example, by: 'scenario' };
}

/**
 * A form is answered in the dialect of RFC 6749, a cursor with the last page, or a list would never end, and a
 * dry run as one; where the contract has an example of that.
 */
function usualAnswer(operation: Operation, request: ChoosingRequest): Choice {
  const status = Object.keys(operation.responses).find((one) => one.startsWith('2')) ?? '200';
  const names = exampleNames(operation, status);
  const variant = variantOf(request);
  const example = names.find((name) => name === `${operation.id}-${variant}`) ?? names[0];
  return { status, example, by: 'default' };
}

function variantOf(request: ChoosingRequest): string | undefined {
  if (isForm(request)) return 'form';
  if ('cursor' in request.query) return 'last-page';
  return isDryRun(request) ? 'dry-run' : undefined;
}

function isDryRun({ body }: ChoosingRequest): boolean {
  return typeof body === 'object' && body !== null && 'dryRun' in body && body.dryRun === true;
}

function isForm({ contentType }: ChoosingRequest): boolean {
  return contentType === 'application/x-www-form-urlencoded';
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}

function named<T>(header: string, choose: () => T): T {
  try {
    return choose();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const { message: detail } = error;
    const errors = [{ pointer: `/headers/${header}`, code: 'enum', detail } as const];
    throw new ProblemError('validation_failed', { detail, errors });
  }
}
