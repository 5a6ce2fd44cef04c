-- AlterTable
ALTER TABLE "tickets" ADD COLUMN     "attempted_at" TIMESTAMPTZ(3),
ADD COLUMN     "close_requested" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "connection_id" UUID,
ADD COLUMN     "failures" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "is_closed" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "connections" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "account" TEXT NOT NULL DEFAULT '',
    "base_url" TEXT NOT NULL,
    "target" TEXT NOT NULL DEFAULT '',
    "issue_type" TEXT NOT NULL DEFAULT '',
    "sealed" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "resolve_issues" BOOLEAN NOT NULL DEFAULT false,
    "close_tickets" BOOLEAN NOT NULL DEFAULT false,
    "paused_until" TIMESTAMPTZ(3),
    "version" BIGINT NOT NULL DEFAULT 1,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "connections_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "connections_project_id_provider_idx" ON "connections"("project_id", "provider");

-- CreateIndex
CREATE UNIQUE INDEX "connections_project_id_display_name_key" ON "connections"("project_id", "display_name");

-- CreateIndex
CREATE INDEX "tickets_project_id_provider_sync_state_last_synced_at_idx" ON "tickets"("project_id", "provider", "sync_state", "last_synced_at");
