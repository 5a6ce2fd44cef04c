-- CreateTable
CREATE TABLE "channels" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "config" JSON NOT NULL,
    "sealed" TEXT,
    "events" TEXT[],
    "time_zone" TEXT NOT NULL,
    "is_enabled" BOOLEAN NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 1,
    "consecutive_failures" INTEGER NOT NULL DEFAULT 0,
    "outcomes" TEXT NOT NULL DEFAULT '',
    "last_success_at" TIMESTAMPTZ(3),
    "last_failure_at" TIMESTAMPTZ(3),
    "closed_until" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "channels_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "id" UUID NOT NULL,
    "position" BIGSERIAL NOT NULL,
    "project_id" UUID NOT NULL,
    "channel_id" UUID NOT NULL,
    "channel_name" TEXT NOT NULL,
    "channel_type" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "event_type" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "notification" JSON,
    "urgency" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "attempts" JSON NOT NULL DEFAULT '[]',
    "next_attempt_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "lease_token" INTEGER NOT NULL DEFAULT 0,
    "redrive_count" INTEGER NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "alert_id" UUID,
    "incident_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "channels_project_id_name_key" ON "channels"("project_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "deliveries_position_key" ON "deliveries"("position");

-- CreateIndex
CREATE INDEX "deliveries_channel_id_status_urgency_next_attempt_at_idx" ON "deliveries"("channel_id", "status", "urgency", "next_attempt_at");

-- CreateIndex
CREATE INDEX "deliveries_status_lease_until_idx" ON "deliveries"("status", "lease_until");

-- CreateIndex
CREATE INDEX "deliveries_channel_id_subject_position_idx" ON "deliveries"("channel_id", "subject", "position");

-- CreateIndex
CREATE INDEX "deliveries_project_id_position_idx" ON "deliveries"("project_id", "position" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "deliveries_channel_id_event_id_key" ON "deliveries"("channel_id", "event_id");
