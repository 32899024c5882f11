import type { FastifyRequest } from 'fastify';
import type { LogInRefusal } from '../../../connect/login/domain/refusals.ts';
import type { PostedForm } from '../../../connect/login/posted-form.ts';
import type { Realm } from '../../../connect/login/realms.ts';
import type { Dependencies } from '../../../platform/configuration/dependencies.ts';
import type { HtmlAnswer } from '../../../platform/pages/answer.ts';
import type { FormField } from '../../../platform/pages/render.ts';
import type { OperatorCaller } from '../../api/caller.ts';

/** Somebody who is logged in. */
export interface Visitor {
  name: string;
  email?: string | null;
  /** The token of the session, to which forms are bound. */
  session: string;
}

/** Pages of one kind of people, who log in to them: those of operators, or those of partners. */
export interface Area<Person extends Visitor = Visitor> {
  /** The accounts with which its people log in. */
  realm: Realm;
  home: string;
  /** What the menu is called. */
  label: string;
  menu: readonly { text: string; address: string }[];
  find: (dependencies: Dependencies, request: FastifyRequest) => Promise<Person | null>;
  /** What a page shows to anybody else. */
  logInPage: (dependencies: Dependencies, request: FastifyRequest) => HtmlAnswer;
  /** Returns the caller in whose name the pages call operations. */
  callerOf: (person: Person) => OperatorCaller;
  actAs: <Outcome>(person: Person, run: () => Promise<Outcome>) => Promise<Outcome>;
  proof: {
    fields: (dependencies: Dependencies, person: Person) => Promise<FormField[]>;
    isFresh: (person: Person, now: Date) => boolean;
    /** Why it is refused; null if it is not. `ended` if the session is over now. */
    check: (
      dependencies: Dependencies,
      person: Person,
      form: PostedForm,
    ) => Promise<LogInRefusal | 'ended' | null>;
  };
  /** The page of what a value names, such as a `clientId`; null if it has none here. */
  pageOf: (name: string, value: string) => string | null;
}
