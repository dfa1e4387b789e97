/// Identifies this build: 16 hexadecimal digits of a hash over sources, settings and the versions of dependencies.
///
/// Rows that another build wrote may differ, whatever version both call themselves. `IdentityPlugin` makes the hash before
/// each build.
package let buildIdentity: String = hashOfSources
