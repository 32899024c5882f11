import type { TransactionBuilder } from 'kysely';
import type { Database, Schema } from '../database/schema.ts';
import { currentTraceparent, traced } from './tracing.ts';

/**
 * Makes each transaction that belongs to a span a span of its own, so that its events name it as their cause. Returns the
 * function that ends this. The transactions of background work would each be a trace of one span.
 */
export function traceTransactions(database: Database): () => void {
  const { transaction } = database;
  database.transaction = () => tracedBuilder(transaction.call(database));
  return () => {
    database.transaction = transaction;
  };
}

type Builder = TransactionBuilder<Schema>;

function tracedBuilder(builder: Builder): Builder {
  const { execute, setAccessMode, setIsolationLevel } = builder;
  const changed: Pick<Builder, 'execute' | 'setAccessMode' | 'setIsolationLevel'> = {
    execute: async (work) => {
      const run = async () => await execute.call(builder, work as never);
      return (await (currentTraceparent() === null ? run() : traced(SPAN, run))) as never;
    },
    setAccessMode: (mode) => tracedBuilder(setAccessMode.call(builder, mode)),
    setIsolationLevel: (level) => tracedBuilder(setIsolationLevel.call(builder, level)),
  };
  return Object.assign(builder, changed);
}

const SPAN = { name: 'transaction', attributes: { 'db.system.name': 'postgresql' } };
