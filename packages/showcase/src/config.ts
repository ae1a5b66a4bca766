/** Where the two services are. Read when the page starts, so that one build serves every environment. */
export interface Config {
  catalogue: string;
  collection: string;
}

/** Reads `/config.json`, which is served beside the build. */
export async function loadConfig(): Promise<Config> {
  const response = await fetch('/config.json');
  const { catalogue, collection } = (await response.json()) as Partial<Config>;
  if (!catalogue || !collection) throw new Error('/config.json must name catalogue and collection');
  return { catalogue, collection };
}
