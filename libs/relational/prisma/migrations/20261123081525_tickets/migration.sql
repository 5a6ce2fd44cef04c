-- CreateTable
CREATE TABLE "tickets" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "issue_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "repo" TEXT NOT NULL DEFAULT '',
    "title" TEXT NOT NULL,
    "issue_url" TEXT NOT NULL,
    "external_id" TEXT NOT NULL DEFAULT '',
    "external_url" TEXT NOT NULL DEFAULT '',
    "external_status" TEXT NOT NULL DEFAULT '',
    "sync_state" TEXT NOT NULL,
    "last_synced_at" TIMESTAMPTZ(3),
    "next_retry_at" TIMESTAMPTZ(3),
    "error_code" TEXT,
    "is_retryable" BOOLEAN NOT NULL DEFAULT false,
    "version" BIGINT NOT NULL DEFAULT 1,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tickets_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "tickets_issue_id_created_at_idx" ON "tickets"("issue_id", "created_at");

-- CreateIndex
CREATE INDEX "tickets_project_id_created_at_id_idx" ON "tickets"("project_id", "created_at" DESC, "id" DESC);
