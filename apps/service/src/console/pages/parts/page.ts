import type { PostedForm } from '../../../connect/login/posted-form.ts';
import type { Dependencies } from '../../../platform/configuration/dependencies.ts';
import type { FormError } from '../../../platform/pages/render.ts';
import type { OperatorCaller } from '../../api/caller.ts';
import type { InterfaceOperation } from '../../api/interface-types.ts';
import type { OperationTypes } from '../../api/operation-types.gen.ts';
import type { Area, Visitor } from './area.ts';
import type { BoardView } from './render-board.ts';

/** What an operation answers; null for one without a body. */
export type AnswerOf<Id extends keyof OperationTypes> =
  OperationTypes[Id]['reply'] extends infer Reply
    ? Reply extends { body: infer Body }
      ? Body
      : null
    : never;

/** Somebody looks at a page. */
export interface Visit {
  area: Area;
  visitor: Visitor;
  /** In whose name the page calls operations. */
  caller: OperatorCaller;
  /** The address of the page, without its query. */
  path: string;
  dependencies: Dependencies;
  /** What the address names. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** A form that was sent from this page and refused. */
  attempt: Attempt | null;
  /**
   * Calls an operation in the name of the person.
   * @throws OperatorError with the reason, if it refuses.
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

/** A page with what may be done there. */
export interface PageDefinition {
  path: string;
  /** The main page that it belongs to. */
  current: string;
  /** @throws OperatorError where there is nothing at this address. */
  show: (visit: Visit) => Promise<ShownView>;
  /** By the name that a form says what it does with. */
  acts?: Readonly<Record<string, Act>>;
}

/** A view, with why the list that was asked for cannot be shown. */
export type ShownView = BoardView & { error?: string };

export interface Act {
  /** The operation that it calls. */
  operation: InterfaceOperation;
  /** Its form shows what is stored: nothing is changed where that is not any more what the form showed. */
  isEdit?: boolean;
  /**
   * What it does, after "To …", where the person authenticates again before it; null where this form does
   * nothing of the kind.
   */
  asksAgain?: string | ((visit: Visit, form: PostedForm) => Promise<string | null>);
  /** @throws OperatorError with what to do otherwise. */
  run: (visit: Visit, form: PostedForm) => Promise<Done>;
}

/** What a form did: a notice on the page it leads to (`noticeText`), or a page that is shown once. */
type Done = { notice: string; location?: string } | { view: BoardView };
