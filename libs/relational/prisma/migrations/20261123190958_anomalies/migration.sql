-- CreateTable
CREATE TABLE "anomaly_findings" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "detector" TEXT NOT NULL,
    "signal" TEXT NOT NULL,
    "labels" JSON NOT NULL,
    "direction" TEXT NOT NULL,
    "occurrence_key" TEXT NOT NULL,
    "active_key" TEXT,
    "state" TEXT NOT NULL,
    "severity" TEXT NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 1,
    "observed" DOUBLE PRECISION NOT NULL,
    "expected" DOUBLE PRECISION NOT NULL,
    "score" DOUBLE PRECISION NOT NULL,
    "baseline" TEXT NOT NULL,
    "windows" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "acknowledged_at" TIMESTAMPTZ(3),
    "acknowledged_by" TEXT,
    "resolved_at" TIMESTAMPTZ(3),
    "resolved_by" TEXT,
    "previous_id" UUID,
    "differences" JSON,

    CONSTRAINT "anomaly_findings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "anomaly_series" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "detector" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "labels" JSON NOT NULL,
    "first_end" TIMESTAMPTZ(3) NOT NULL,
    "last_end" TIMESTAMPTZ(3) NOT NULL,
    "memory" JSON,

    CONSTRAINT "anomaly_series_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "anomaly_windows" (
    "project_id" UUID NOT NULL,
    "detector" TEXT NOT NULL,
    "end_at" TIMESTAMPTZ(3) NOT NULL,
    "truncated" BOOLEAN NOT NULL,
    "series" INTEGER[],
    "values" DOUBLE PRECISION[],
    "samples" DOUBLE PRECISION[],

    CONSTRAINT "anomaly_windows_pkey" PRIMARY KEY ("project_id","detector","end_at")
);

-- CreateIndex
CREATE INDEX "anomaly_findings_project_id_opened_at_id_idx" ON "anomaly_findings"("project_id", "opened_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "anomaly_findings_project_id_occurrence_key_opened_at_idx" ON "anomaly_findings"("project_id", "occurrence_key", "opened_at" DESC);

-- CreateIndex
CREATE INDEX "anomaly_findings_resolved_at_idx" ON "anomaly_findings"("resolved_at");

-- CreateIndex
CREATE UNIQUE INDEX "anomaly_findings_project_id_active_key_key" ON "anomaly_findings"("project_id", "active_key");

-- CreateIndex
CREATE UNIQUE INDEX "anomaly_series_project_id_detector_number_key" ON "anomaly_series"("project_id", "detector", "number");

-- CreateIndex
CREATE INDEX "anomaly_windows_end_at_idx" ON "anomaly_windows"("end_at");
