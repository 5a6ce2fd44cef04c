-- CreateTable
CREATE TABLE "dashboards" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "tags" TEXT[],
    "variables" JSON NOT NULL DEFAULT '[]',
    "time_range" TEXT NOT NULL DEFAULT '1h',
    "refresh_interval" TEXT NOT NULL DEFAULT '',
    "version" BIGINT NOT NULL DEFAULT 1,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "dashboards_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "dashboard_widgets" (
    "id" UUID NOT NULL,
    "dashboard_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "query" JSON,
    "visualization" JSON,
    "refresh_interval" TEXT NOT NULL DEFAULT '',
    "text" TEXT NOT NULL DEFAULT '',
    "x" INTEGER NOT NULL,
    "y" INTEGER NOT NULL,
    "w" INTEGER NOT NULL,
    "h" INTEGER NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "dashboard_widgets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "dashboard_starters" (
    "project_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "dashboard_starters_pkey" PRIMARY KEY ("project_id")
);

-- CreateIndex
CREATE INDEX "dashboards_project_id_created_at_id_idx" ON "dashboards"("project_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "dashboard_widgets_dashboard_id_id_idx" ON "dashboard_widgets"("dashboard_id", "id");

-- CreateIndex
CREATE INDEX "dashboard_widgets_project_id_idx" ON "dashboard_widgets"("project_id");

-- AddForeignKey
ALTER TABLE "dashboard_widgets" ADD CONSTRAINT "dashboard_widgets_dashboard_id_fkey" FOREIGN KEY ("dashboard_id") REFERENCES "dashboards"("id") ON DELETE CASCADE ON UPDATE CASCADE;
