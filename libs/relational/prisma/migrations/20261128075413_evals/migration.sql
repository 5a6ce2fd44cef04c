-- CreateTable
CREATE TABLE "eval_configs" (
    "project_id" UUID NOT NULL,
    "settings" JSON NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 1,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_by" TEXT NOT NULL,

    CONSTRAINT "eval_configs_pkey" PRIMARY KEY ("project_id")
);

-- CreateTable
CREATE TABLE "eval_progress" (
    "id" INTEGER NOT NULL,
    "version" BIGINT NOT NULL,

    CONSTRAINT "eval_progress_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "run_evaluations" (
    "project_id" UUID NOT NULL,
    "run_id" TEXT NOT NULL,
    "version" BIGINT NOT NULL,
    "start_ns" BIGINT NOT NULL,
    "state" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "run_evaluations_pkey" PRIMARY KEY ("project_id","run_id")
);

-- CreateTable
CREATE TABLE "judge_calls" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "run_id" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "cost" BIGINT NOT NULL,
    "status" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "judge_calls_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "run_evaluations_due_at_idx" ON "run_evaluations"("due_at");

-- CreateIndex
CREATE INDEX "run_evaluations_expires_at_idx" ON "run_evaluations"("expires_at");

-- CreateIndex
CREATE INDEX "judge_calls_project_id_day_idx" ON "judge_calls"("project_id", "day");

-- CreateIndex
CREATE INDEX "judge_calls_project_id_run_id_idx" ON "judge_calls"("project_id", "run_id");

-- CreateIndex
CREATE INDEX "judge_calls_started_at_idx" ON "judge_calls"("started_at");
