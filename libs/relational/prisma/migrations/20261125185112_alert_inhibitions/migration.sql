-- CreateTable
CREATE TABLE "alert_inhibitions" (
    "project_id" UUID NOT NULL,
    "rules" JSON NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 1,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_inhibitions_pkey" PRIMARY KEY ("project_id")
);
