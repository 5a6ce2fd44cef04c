import { Ai, type AiQueryRequest } from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { toAnswer } from './questions.message.js';
import { QuestionsService } from './questions.service.js';

@RpcController(Ai)
export class AiController implements Handlers<typeof Ai> {
  constructor(private readonly questions: QuestionsService) {}

  async query(request: AiQueryRequest, call: Call) {
    return toAnswer(await this.questions.answer(request, call));
  }
}
