/**
 * Providers by the names that instrumentations use for them, where the catalog of prices does not know the name or takes it for another
 * provider: the values of `gen_ai.provider.name` and `gen_ai.system`, and those of frameworks. Compared in lower case.
 */
const CATALOG_IDS: Readonly<Record<string, string>> = {
  'aws.bedrock': 'aws',
  'aws_bedrock': 'aws',
  'az.ai.inference': 'azure',
  'az.ai.openai': 'azure',
  'azure.ai.inference': 'azure',
  'azure.ai.openai': 'azure',
  'azure_openai': 'azure',
  azureopenai: 'azure',
  'fireworks_ai': 'fireworks',
  'gcp.gemini': 'google',
  'gcp.gen_ai': 'google',
  'gcp.vertex_ai': 'google',
  gemini: 'google',
  'google.generative_ai': 'google',
  grok: 'x-ai',
  moonshot: 'moonshotai',
  'moonshot_ai': 'moonshotai',
  'mistral_ai': 'mistral',
  mistralai: 'mistral',
  'together_ai': 'together',
  vertexai: 'google',
  'x.ai': 'x-ai',
  x_ai: 'x-ai',
  xai: 'x-ai',
};

/** Providers whose models nobody sells by the token. */
const LOCAL = new Set(['ollama', 'llama.cpp', 'llamacpp', 'vllm', 'lmstudio', 'lm_studio', 'localai', 'tgi', 'transformers']);

/** Frameworks append the interface to the provider: `openai.responses`, `azure-openai.chat`, `google.vertex.chat`. */
const INTERFACE = /\.(?:chat|responses|messages|completions?|embeddings?|images?)$/;

/**
 * The name by which the catalog may know a provider: its own, if there is no better one. Undefined for programs that run models on one's own
 * machines, which have no price.
 */
export function catalogProvider(name: string): string | undefined {
  const provider = name.trim().toLowerCase().replace(INTERFACE, '').replace(/^azure-openai$/, 'azure');
  if (LOCAL.has(provider)) return undefined;
  return Object.hasOwn(CATALOG_IDS, provider) ? CATALOG_IDS[provider] : provider;
}

const REGIONS = /^(?:us|eu|apac|global|jp|au|ca|sa|us-gov)\./;
const PUBLISHER = /^publishers\/[^/]+\/models\//;

/**
 * The names under which the catalog may list a model of a known provider, the given one first: without the path of Vertex AI, `models/`, the
 * prefix of the vendor or the region.
 */
export function catalogModels(model: string): readonly string[] {
  const trimmed = model.trim();
  const short = trimmed.replace(/^models\//, '').replace(PUBLISHER, '');
  const bare = short.replace(/^[^/]+\//, '');
  return [...new Set([trimmed, short, short.replace(REGIONS, ''), bare])];
}
