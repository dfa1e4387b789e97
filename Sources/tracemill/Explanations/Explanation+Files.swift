internal import Traces

extension Explanation {
  static let ofFiles: [Explanation] = ReadingReason.allCases.map { reason in
    let (meaning, cure) = Self.readingReasons[reason] ?? ("", "")
    return Explanation(reason.rawValue, .readingReason, meaning, cure)
  }

  private static let readingReasons: [ReadingReason: (String, String)] = [
    .unreadable: (
      "the file or its rest cannot be opened or read", "See the message: check permissions, the disk and the path."
    ),
    .noFile: (
      "a named pipe, a socket, a device or a link to itself lies in a folder under the name of a trace file",
      "Nothing; name it itself to read it."
    ),
    .noInterval: (
      "the points of a polyline in a table have no times, as nothing says how far apart they are",
      "--csv interval=15s says it, if it is so."
    ),
    .sharedTraceID: (
      "two vehicles of a file have trips of the same id; that of the second has the vehicle in front", "Nothing."
    ),
    .emptyFile: ("the file is empty", "Nothing, or see what wrote it."),
    .unknownFormat: (
      "the file is none of the formats that are read", "The message names the format if it is known. Convert the file."
    ),
    .damagedCompression: (
      "the compressed data or the archive is damaged or cut short; what came before was kept", "Fetch the file again."
    ),
    .malformedXML: (
      "a line of the file is not well-formed XML; the points before it were kept",
      "Nothing if the message says that reading went on behind it. Otherwise fetch or export the file again."
    ),
    .doctypeRefused: (
      "the file declares a document type, which trace files do not have", "Remove the DOCTYPE, if the file is yours."
    ),
    .noTrack: ("the file has no tracks", "Nothing, or see what wrote it."),
    .routeOnly: (
      "the GPX file has planned routes and no tracks",
      "To make routes of it: tracemill route --import FILE. To hold drives against it: match --plan FILE."
    ),
    .noDate: (
      "an NMEA file has times of day and no date; its records have no times",
      "Have the logger write RMC or ZDA sentences."
    ),
    .emptySegment: ("a segment or line has no points", "Nothing."),
    .columnsUnknown: (
      "the columns of latitude and longitude are not recognised",
      "--columns lat=NAME,lon=NAME names them; tracemill inspect says what each column was taken for."
    ),
    .itemsUnknown: (
      "a document of JSON has no list where --items or a preset looks for its fixes",
      "--items PATH with one of the names in the message, such as --items data.positions."
    ),
    .timesUnknown: (
      "dates of the file may have the day or the month first, and no record decides",
      "--csv time-format=dmy, mdy or ymd decides."
    ),
    .speedUnitUnknown: (
      "nothing says which unit a column of speeds has, so the speeds were left empty",
      "--csv speed-unit=km/h, m/s, mph or knots says it."
    ),
    .speedContradicted: (
      "the speeds do not fit the distances and times between fixes, so they were left empty",
      "--csv speed-unit says in which unit they are; the sentence names one that would fit."
    ),
    .headingContradicted: (
      "the courses do not point where the fixes go, so they were left empty",
      "--columns heading=NAME names another column."
    ),
    .valuesNotRead: (
      "values of a column of speeds or courses are neither, so they were left empty",
      "--columns speed=NAME or heading=NAME names another column."
    ),
    .scaledCoordinates: (
      "whole numbers were read as degrees times a power of ten, the only one that fits",
      "--csv coordinates=e7, e6 or e5 says that this is right, and semicircles that they are those of FIT."
    ),
    .coarseCoordinates: (
      "coordinates have two decimals at most, so that places are hundreds of metres off",
      "export the coordinates with six decimals."
    ),
    .timesNotRead: (
      "a column may be the time, but is not known as such; the fixes were read without times",
      "--columns time=NAME names the column, and --columns time=none says that there is none."
    ),
    .spreadsheetDays: (
      "times of the file were read as days of a spreadsheet",
      "Nothing, if the times in the report are right; else "
        + "--csv time-format."
    ),
    .relativeTimes: (
      "times of the file count from 0 and were read as seconds from an unknown beginning",
      "Nothing; durations are right and dates unknown. Else --columns time=NAME names another column."
    ),
    .localTimesAsUTC: (
      "a column of local times has no offsets and was read as UTC", "--time-zone says where the clock was."
    ),
    .weekRollover: (
      "times were 1024 weeks late, as other times prove, and were mended", "Nothing; replace the receiver."
    ),
    .clocksDisagree: (
      "two columns of times differ by more than a year; they were read as they are",
      "--columns time=NAME names the right one."
    ),
    .coordinatesUnknown: (
      "the coordinates are not degrees, and may be metres or whole numbers of degrees",
      "--csv coordinates=e7, e6, e5, nmea or semicircles says which. Convert metres to degrees first."
    ),
    .severalVehicles: (
      "there is no column of traces, and the positions leap as those of several vehicles do",
      "--columns trace=NAME names the column that separates the vehicles."
    ),
    .swappedCoordinates: (
      "latitudes and longitudes have each other's values, as their limits or the roads of the map show, and were read so",
      "Nothing, if the places in the report are right."
    ),
    .sortedByTime: ("many records of a trace were not in the order of time, and were sorted", "Nothing."),
    .titleLines: ("lines before the header that are no part of the table were passed over", "Nothing."),
    .noRows: ("the file has a header and no rows", "Nothing, or see what wrote it."),
    .idNumbersRows: (
      "a column id numbers the rows and was not taken as the trace id",
      "Nothing, or --columns trace=NAME names the column of traces."
    ),
    .rowsNotContiguous: (
      "a trace came back after it was considered complete, and became two trips",
      "--csv rows=interleaved joins its parts."
    ),
    .changedWhileRead: (
      "the file changed while a run with --resume read it; its rows are written",
      "Run again: the file is read again. Move files into the folder when they are complete."
    ),
    .noTimes: (
      "a trace without times was to be split or selected by times",
      "Leave out the options that split or select by time, or name the column of times: --columns time=NAME."
    ),
    .keptColumnUnknown: (
      "the file lacks a column that --keep names, and was refused",
      "tracemill inspect lists the columns of a file; mend the name, or leave it out."
    ),
  ]
}
