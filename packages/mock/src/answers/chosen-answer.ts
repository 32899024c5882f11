import type { OperationId } from '@partner-rating/client';
import { type Principal, ProblemError } from '@partner-rating/server';
import { exampleNames, type Operation, statusOf } from '../contract.ts';
import { findScenario } from '../scenarios/index.ts';
import { preferredAnswer } from './preferences.ts';

const scenarioHeader = 'x-mock-scenario';

/** The chosen answer of the contract. */
export interface Choice {
  status: string;
  /** Undefined if the status has no body. */
  example: string | undefined;
  /**
   * The source of the choice. The default answer repeats values of the request; an answer that a header names is the
   * unchanged example.
   */
  by: 'prefer' | 'scenario' | 'default';
}

/** The parts of a request that choose the answer. */
export interface ChoosingRequest {
  /** By lower-case name. */
  headers: { readonly [name: string]: string | string[] | undefined };
  query: { readonly [name: string]: unknown };
  contentType: string | undefined;
  body: unknown;
  principal: Principal | null;
}

/**
 * Returns the answer that `Prefer` names, or else the answer of the scenario, or else the default answer.
 *
 * @throws {ProblemError} `validation_failed` if a header names an unknown answer or scenario.
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

  const id = operation.id as OperationId;
  const toToken = request.principal?.kind === 'token' ? scenario.toToken : undefined;
  const { answers, everywhere } = scenario;
  const example = toToken?.answers?.[id] ?? toToken?.everywhere ?? answers?.[id] ?? everywhere;
  const status = statusOf(operation, example);
  const isOtherDialect = isForm(request) && status === '200';
  return status === undefined || isOtherDialect
    ? usualAnswer(operation, request)
    : { status, example, by: 'scenario' };
}

/**
 * Returns the default answer. A form gets the answer of RFC 6749, a cursor gets the last page, so that lists end, and a
 * dry run gets the answer of a dry run, if the contract has such an example.
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
