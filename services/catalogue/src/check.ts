import * as z from 'zod';
import { checkFolder, listSecrets, type CheckPlan } from '@kitroom/server/process/check';
import { readConfig } from '@kitroom/server/process/config';
import { listCommonSteps } from '@kitroom/server/service/check-steps';
import { databaseOptions, MIGRATIONS } from './catalogue-database.ts';
import { readCatalogueConfig, variables } from './config.ts';

/**
 * The steps of `catalogue check`. Each step reads only the variables that it needs, because others may be
 * invalid.
 */
export function planCheck(env: NodeJS.ProcessEnv): CheckPlan {
  const { BULK_DATA_ROOT } = variables.shape;
  const common = listCommonSteps(env, { options: databaseOptions, migrations: MIGRATIONS });
  const steps = [
    { name: 'variables', run: async () => readCatalogueConfig(env) },
    ...common.first,
    {
      name: 'bulk data',
      run: async () => checkFolder(readConfig(z.object({ BULK_DATA_ROOT }), env).BULK_DATA_ROOT),
    },
    common.last,
  ];
  return { steps, secrets: listSecrets(variables, env) };
}
