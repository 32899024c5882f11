import type { OperationId } from '@partner-rating/client';
import { exampleNames, type Operation, statusOf } from './contract.ts';
import { preferredAnswer } from './preferences.ts';
import type { Choice } from './prism.ts';
import { isForm, type ReceivedRequest } from './received-request.ts';
import { findScenario } from './scenarios/index.ts';

const scenarioHeader = 'x-mock-scenario';

/** A header asks for what is not there; the message says what there is. */
export class ChoiceError extends Error {
  readonly header: string;

  constructor(header: string, { message }: RangeError) {
    super(message);
    this.header = header;
  }
}

/**
 * The answer that is wanted: the one `Prefer` asks for, else that of the scenario, else the usual one.
 *
 * @throws ChoiceError where a header names no answer or scenario there is.
 */
export function chosenAnswer(
  operation: Operation,
  request: ReceivedRequest,
  usualScenario: string,
): Choice {
  const { headers } = request;
  const preferred = named('prefer', () => preferredAnswer(operation, headers.prefer));
  const scenario = named(scenarioHeader, () =>
    findScenario(headers[scenarioHeader] ?? usualScenario),
  );
  if (preferred.code !== undefined || preferred.dynamic) return preferred;

  const exampleKey = scenario.answers?.[operation.id as OperationId] ?? scenario.everywhere;
  const status = statusOf(operation, exampleKey);
  const isOtherDialect = isForm(request) && status === '200';
  return exampleKey === undefined || status === undefined || isOtherDialect
    ? usualAnswer(operation, request)
    : { code: Number(status), exampleKey };
}

/**
 * A form is answered in the dialect of RFC 6749, and a cursor with the last page, or a list would
 * never end; where the contract has an example of that.
 */
function usualAnswer(operation: Operation, request: ReceivedRequest): Choice {
  const variant = isForm(request) ? 'form' : request.query.has('cursor') ? 'last-page' : undefined;
  const exampleKey = `${operation.id}-${variant}`;
  return exampleNames(operation, '200').includes(exampleKey) ? { code: 200, exampleKey } : {};
}

function named<T>(header: string, choose: () => T): T {
  try {
    return choose();
  } catch (error) {
    throw error instanceof RangeError ? new ChoiceError(header, error) : error;
  }
}
