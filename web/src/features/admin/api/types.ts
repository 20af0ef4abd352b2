/** Types of the admin API. */
import type { Schemas } from "@/api/types";

export type Dashboard = Schemas["Dashboard"];
export type DashboardUser = Schemas["DashboardUser"];

export type AdminUser = Schemas["AdminUserView"];
export type Role = AdminUser["role"];
export type Delivery = Schemas["Delivery"];
export type NewUser = Schemas["NewUser"];
export type UserChange = Schemas["UserPatch"];
/** Shown once: the server stores neither the password nor the link. */
export type IssuedAccess = Schemas["IssuedAccess"];

export type UserRecords = Schemas["UserRecords"];

export type UserUsage = Schemas["UserUsageView"];
export type SourceUsage = Schemas["SourceUsage"];
export type DayTotal = Schemas["DayTotal"];

export type BillingAccount = Schemas["AdminAccountView"];

export type RegisteredJob = Schemas["RegisteredJob"];
export type JobSchedule = RegisteredJob["schedule"];
export type JobRun = Schemas["JobRunView"];

export type Engine = Schemas["EngineView"];
export type EngineProblem = Schemas["EngineProblemView"];

export type Setting = Schemas["SettingView"];
export type SettingsGroup = Schemas["SettingGroup"];
export type SettingsResponse = Schemas["SettingsView"];

export type SecurityEvent = Schemas["SecurityEventView"];

export type DemoRequest = Schemas["DemoRequestView"];

export type Setup = Schemas["SetupView"];
export type SettingDependency = Schemas["SettingDependency"];
export type SetupStep = Setup["steps"][number];
export type StepKey = SetupStep["key"];
export type StepOutcome = Schemas["StepOutcome"];
export type Finding = Schemas["SetupFinding"];

export type StoredModel = Schemas["StoredModel"];
export type ModelDownload = Schemas["ModelDownload"];
export type DownloadRequest = Schemas["DownloadRequest"];

export type Https = Schemas["HttpsView"];
export type AuthorityRequest = Schemas["AuthorityRequest"];
