import type { SpanAttributes } from './attributes.js';
import { attributesOf } from './names.js';
import { readParameter } from './parameters.js';
import { MAX_NAME } from './text.js';

export interface Models {
  readonly requestModel: string;
  readonly responseModel: string;
}

/** OpenInference has one name of the model of a call: the answered one as soon as there is an answer. */
const EITHER = ['llm.model_name', 'embedding.model_name', 'reranker.model_name'];

/** The models that were asked and that answered. The asked one is also a parameter of a call, which is all that a failed one has. */
export function readModels(attributes: SpanAttributes): Models {
  const either = attributes.first(EITHER, MAX_NAME);
  const parameter = readParameter(attributes, 'model', MAX_NAME);
  return {
    requestModel: attributes.first(attributesOf('requestModel'), MAX_NAME) || parameter || either,
    responseModel: attributes.first(attributesOf('responseModel'), MAX_NAME) || (parameter && either),
  };
}
