import type { SpanAttributes } from './attributes.js';
import { readParameter } from './parameters.js';
import { MAX_NAME } from './text.js';

export interface Models {
  readonly requestModel: string;
  readonly responseModel: string;
}

/** OpenInference has one name of the model of a call: the answered one as soon as there is an answer. */
const EITHER = ['llm.model_name', 'embedding.model_name', 'reranker.model_name'];

/**
 * The models that were asked and that answered, of which `named` are those with an attribute of their own. The asked one is also a
 * parameter of a call, which is all that a failed one has.
 */
export function readModels(attributes: SpanAttributes, named: Models): Models {
  const either = attributes.first(EITHER, MAX_NAME);
  const parameter = readParameter(attributes, 'model', MAX_NAME);
  return {
    requestModel: named.requestModel || parameter || either,
    responseModel: named.responseModel || (parameter && either),
  };
}
