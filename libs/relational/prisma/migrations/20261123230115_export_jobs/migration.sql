-- CreateTable
CREATE TABLE "export_jobs" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "project_number" INTEGER NOT NULL,
    "retention_days" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "signal" TEXT NOT NULL,
    "query" JSON NOT NULL,
    "definition" JSON NOT NULL,
    "status" TEXT NOT NULL,
    "progress_percent" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "rows_written" BIGINT NOT NULL DEFAULT 0,
    "bytes_written" BIGINT NOT NULL DEFAULT 0,
    "rows_estimated" BIGINT,
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "attempt_base" INTEGER NOT NULL DEFAULT 0,
    "error_code" TEXT,
    "error_message" TEXT,
    "result" JSON,
    "cutoff" TIMESTAMPTZ(3) NOT NULL,
    "checkpoint" JSON,
    "idempotency_key" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),
    "result_expires_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "export_jobs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "export_jobs_project_id_created_at_id_idx" ON "export_jobs"("project_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "export_jobs_project_id_status_idx" ON "export_jobs"("project_id", "status");

-- CreateIndex
CREATE INDEX "export_jobs_result_expires_at_idx" ON "export_jobs"("result_expires_at");
