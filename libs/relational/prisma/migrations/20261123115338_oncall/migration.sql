-- CreateTable
CREATE TABLE "oncall_schedules" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "time_zone" TEXT NOT NULL,
    "layers" JSON NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 1,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oncall_schedules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oncall_overrides" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "schedule_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oncall_overrides_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oncall_calendars" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "token_sha256" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oncall_calendars_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "escalation_policies" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "levels" JSON NOT NULL,
    "max_escalations" INTEGER NOT NULL,
    "ack_timeout" TEXT,
    "version" BIGINT NOT NULL DEFAULT 1,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "escalation_policies_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "escalation_policy_schedules" (
    "policy_id" UUID NOT NULL,
    "schedule_id" UUID NOT NULL,

    CONSTRAINT "escalation_policy_schedules_pkey" PRIMARY KEY ("policy_id","schedule_id")
);

-- CreateIndex
CREATE INDEX "oncall_schedules_project_id_name_idx" ON "oncall_schedules"("project_id", "name");

-- CreateIndex
CREATE INDEX "oncall_overrides_schedule_id_ends_at_idx" ON "oncall_overrides"("schedule_id", "ends_at");

-- CreateIndex
CREATE UNIQUE INDEX "oncall_calendars_token_sha256_key" ON "oncall_calendars"("token_sha256");

-- CreateIndex
CREATE UNIQUE INDEX "oncall_calendars_project_id_user_id_key" ON "oncall_calendars"("project_id", "user_id");

-- CreateIndex
CREATE INDEX "escalation_policies_project_id_name_idx" ON "escalation_policies"("project_id", "name");

-- CreateIndex
CREATE INDEX "escalation_policy_schedules_schedule_id_idx" ON "escalation_policy_schedules"("schedule_id");

-- AddForeignKey
ALTER TABLE "oncall_overrides" ADD CONSTRAINT "oncall_overrides_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "oncall_schedules"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "escalation_policy_schedules" ADD CONSTRAINT "escalation_policy_schedules_policy_id_fkey" FOREIGN KEY ("policy_id") REFERENCES "escalation_policies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "escalation_policy_schedules" ADD CONSTRAINT "escalation_policy_schedules_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "oncall_schedules"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
