import { InvalidArgumentError, type Command } from 'commander';
import { hashPassword, isCommonPassword } from '@kitroom/server/passwords/passwords';
import { readPassword } from '@kitroom/server/process/command-line';
import { OperatorError } from '@kitroom/server/process/process';
import { isLongerThan } from '@kitroom/shared';
import { withDatabase } from '../catalogue-database.ts';
import { OPERATOR_PASSWORD_MAX, OPERATOR_PASSWORD_MIN } from '../limits.ts';
import { ADMIN_NAME, isAdminName, OPERATOR_NAME_MAX, toOperatorKey } from './operator-credentials.ts';
import {
  deleteOperator,
  insertOperator,
  listOperators,
  updateOperatorPassword,
  type OperatorRow,
} from './operator-queries.ts';

/** Adds `catalogue operators …`. */
export function addOperatorCommands(program: Command): void {
  const operators = program
    .command('operators')
    .description('people who may use /admin/: create, set-password, list, delete');
  operators
    .command('create')
    .description('create an operator; prompts for the password, or reads it as one line from standard input')
    .requiredOption('--name <name>', 'the name to sign in with, which the audit log shows', readName)
    .action(({ name }: { name: string }) => createOperator(name));
  operators
    .command('set-password')
    .description(
      "set a new password and end the operator's sessions; prompts for it, or reads it as one line from standard input",
    )
    .argument('<name>', "the operator's name", readName)
    .action(setPassword);
  operators
    .command('list')
    .description('list the operators')
    .action(async () => {
      for (const row of await withDatabase(listOperators)) process.stdout.write(`${describeOperator(row)}\n`);
    });
  operators
    .command('delete')
    .description("delete an operator, and end the operator's sessions")
    .argument('<name>', "the operator's name", readName)
    .action(removeOperator);
}

async function createOperator(name: string): Promise<void> {
  const operator = { nameKey: toOperatorKey(name), name, passwordHash: await readNewPasswordHash() };
  if (!(await withDatabase((db) => insertOperator(db, operator)))) {
    throw new OperatorError(
      `There is already an operator "${name}"; "operators set-password" changes the password.`,
    );
  }
  process.stderr.write(`Created operator ${name}.\n`);
}

async function setPassword(name: string): Promise<void> {
  const passwordHash = await readNewPasswordHash();
  const stored = await withDatabase((db) => updateOperatorPassword(db, toOperatorKey(name), passwordHash));
  if (stored === undefined) throw unknownOperator(name);
  process.stderr.write(`Set the password of operator ${stored}.\n`);
}

async function removeOperator(name: string): Promise<void> {
  const stored = await withDatabase((db) => deleteOperator(db, toOperatorKey(name)));
  if (stored === undefined) throw unknownOperator(name);
  process.stderr.write(`Deleted operator ${stored}.\n`);
}

async function readNewPasswordHash(): Promise<string> {
  const password = await readPassword();
  const length = Array.from(password).length;
  if (length < OPERATOR_PASSWORD_MIN || length > OPERATOR_PASSWORD_MAX) {
    throw new OperatorError(
      `A password must have ${OPERATOR_PASSWORD_MIN} to ${OPERATOR_PASSWORD_MAX} characters; this one has ${length}.`,
    );
  }
  if (await isCommonPassword(password)) throw new OperatorError('This password is too common.');
  return hashPassword(password);
}

function readName(text: string): string {
  const name = text.trim();
  if (
    name === '' ||
    isLongerThan(name, OPERATOR_NAME_MAX) ||
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(name)
  ) {
    throw new InvalidArgumentError(
      `A name has 1 to ${OPERATOR_NAME_MAX} characters, none of them invisible.`,
    );
  }
  if (isAdminName(name)) {
    throw new InvalidArgumentError(`"${ADMIN_NAME}" is the operator whose password is ADMIN_PASSWORD.`);
  }
  return name;
}

function unknownOperator(name: string): OperatorError {
  return new OperatorError(`There is no operator "${name}"; "operators list" shows them.`);
}

function describeOperator({ name, created_at: createdAt, password_set_at: setAt }: OperatorRow): string {
  return `${name}\tcreated ${createdAt.toISOString()}\tpassword set ${setAt.toISOString()}`;
}
