import type { PostedForm } from '../../../connect/login/posted-form.ts';
import type { Dependencies } from '../../../platform/configuration/dependencies.ts';
import type { FormError } from '../../../platform/pages/render.ts';
import type { OperatorCaller } from '../../api/caller.ts';
import type { InterfaceOperation } from '../../api/interface-types.ts';
import type { OperationTypes } from '../../api/operation-types.gen.ts';
import type { Area, Visitor } from './area.ts';
import type { BoardView } from './render-board.ts';

/** The answer of an operation; null if it has no body. */
export type AnswerOf<Id extends keyof OperationTypes> =
  OperationTypes[Id]['reply'] extends infer Reply
    ? Reply extends { body: infer Body }
      ? Body
      : null
    : never;

/** A visit of a page. */
export interface Visit {
  area: Area;
  visitor: Visitor;
  /** The caller of the operations. */
  caller: OperatorCaller;
  /** The address of the page, without its query. */
  path: string;
  dependencies: Dependencies;
  /** The parameters of the path. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** A form that was sent from this page and refused. */
  attempt: Attempt | null;
  /**
   * Calls an operation as the visitor.
   * @throws OperatorError with the reason if the operation refuses.
   */
  call: <Id extends keyof OperationTypes>(
    id: Id,
    values: Record<string, unknown>,
  ) => Promise<AnswerOf<Id>>;
}

export interface Attempt {
  act: string;
  field: PostedForm['field'];
  errors: FormError[];
}

/** A page and its forms. */
export interface PageDefinition {
  path: string;
  /** The main page that it belongs to. */
  current: string;
  /** @throws OperatorError if there is nothing at this address. */
  show: (visit: Visit) => Promise<ShownView>;
  /** The acts by the name that a form sends. */
  acts?: Readonly<Record<string, Act>>;
}

/** A view, with the reason if the requested list cannot be shown. */
export type ShownView = BoardView & { error?: string };

export interface Act {
  /** The operation that it calls. */
  operation: InterfaceOperation;
  /** Its form shows stored values. Nothing changes if they have changed since. */
  isEdit?: boolean;
  /**
   * The words after "To …, enter your password", if the person authenticates again before it; null if this form
   * needs no password.
   */
  asksAgain?: string | ((visit: Visit, form: PostedForm) => Promise<string | null>);
  /** @throws OperatorError that says what to do. */
  run: (visit: Visit, form: PostedForm) => Promise<Done>;
}

/** The result of a form: a notice on the next page (`noticeText`), or a page that is shown once. */
type Done = { notice: string; location?: string } | { view: BoardView };
